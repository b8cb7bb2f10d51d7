import { Select, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ALL_TERMS, matchesKind, type RowKind } from '#domain/allocation/assigned_list.ts'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { useTerms } from '#web/ui/forms/choices.ts'
import classes from './-assigned.module.css'
import type { ListView } from './-list_view.ts'

const LABELS: Record<RowKind, string> = {
  to_propose: 'To propose',
  to_confirm: 'To confirm',
  proposed: 'Proposed by you',
  confirmed: 'Confirmed',
  contested: 'Clash',
  over_asked: 'Over-allocated',
}
/** Offered only if there are such rows: they occur when two members must confirm. */
const RARE: readonly RowKind[] = ['to_propose', 'proposed']

interface ToolsProps {
  term_id: string
  choose: (term_id: string) => void
  rows: readonly AssignedRow[] | undefined
  view: ListView
}

/** The filters of the assigned list. */
export function Tools({ term_id, choose, rows, view }: ToolsProps) {
  const kinds = (Object.keys(LABELS) as RowKind[])
    .map((key) => ({ key, count: rows?.filter(matchesKind[key]).length }))
    .filter(({ key, count = 0 }) => count > 0 || key === view.show || !RARE.includes(key))
  return (
    <div className={classes.tools}>
      <Select
        label="Term"
        w={140}
        value={term_id}
        data={[
          { value: '', label: 'All open terms' },
          ...useTerms(),
          { value: ALL_TERMS, label: 'All terms' },
        ]}
        allowDeselect={false}
        onChange={(value) => choose(value ?? '')}
      />
      <TextInput
        label="Sample, proposal or proposer"
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={200}
        value={view.find}
        onChange={(event) => view.setFind(event.currentTarget.value)}
      />
      <Pills
        label="Show"
        chosen={view.show}
        choose={view.setShow}
        choices={[
          { key: 'all' as const, label: labelled('All', rows?.length) },
          ...kinds.map(({ key, count }) => ({ key, label: labelled(LABELS[key], count) })),
        ]}
      />
    </div>
  )
}

/** A pill with its count, which leaves space for the count while it is unknown. */
const labelled = (label: string, count: number | undefined) => (
  <>
    {label} <b>{count}</b>
  </>
)

interface PillsProps<K extends string> {
  /** The accessible name: 'Show'. */
  label: string
  choices: readonly { key: K; label: ReactNode }[]
  chosen: K
  choose: (key: K) => void
}

/** A single choice as pills in a line. */
const Pills = <K extends string>({ label, choices, chosen, choose }: PillsProps<K>) => (
  <fieldset className={classes.pills}>
    <legend>{label}</legend>
    {choices.map((choice) => (
      <UnstyledButton
        key={choice.key}
        className={classes.pill}
        aria-pressed={choice.key === chosen}
        onClick={() => choose(choice.key)}
      >
        {choice.label}
      </UnstyledButton>
    ))}
  </fieldset>
)
