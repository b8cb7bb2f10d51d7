import { Group, Select, Text, TextInput } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { address } from '#domain/address.ts'
import type { FindingRow } from '#domain/conflicts/contract.ts'
import { whyNotDeclare } from '#domain/conflicts/rules.ts'
import {
  FINDING_KIND_NAMES,
  FINDING_KINDS,
  FINDING_STATE_NAMES,
  FINDING_STATES,
  type FindingState,
  STRENGTHS,
} from '#domain/conflicts/status.ts'
import { termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useSelection } from '#web/lib/lists/selection.ts'
import { useTermParam } from '#web/lib/routing/navigation.ts'
import { isTextEntry } from '#web/lib/screen/shortcuts.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { useTerms } from '#web/ui/forms/choices.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { QueryTabs } from '#web/ui/layout/query_tabs.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { FindingPane } from './-finding.tsx'
import { JudgeBar, useJudging } from './-judging.tsx'
import { Relations } from './-relations.tsx'
import { FindingTable, keyOf, otherOf } from './-table.tsx'
import classes from './conflicts.module.css'

export const Route = createFileRoute('/reviewers/conflicts/')({ component: Conflicts })

/** Findings that may be conflicts of interest, which the office judges before anyone is asked to review. */
function Conflicts() {
  const current = useCall(api.terms.current)
  return (
    <Loaded query={current}>
      {(now) =>
        now === null ? (
          <Page title="Conflicts of Interest">
            <EmptyState title="There is nothing to judge yet." />
          </Page>
        ) : (
          <ConflictsOfTerm current={String(now)} />
        )
      }
    </Loaded>
  )
}

function ConflictsOfTerm({ current }: { current: string }) {
  const [term_id, choose] = useTermParam('/reviewers/conflicts', current)
  const terms = useTerms()
  const counts = useCall(api.conflicts.findings, { query: { term_id } }, { keep: true }).data
  const term = (
    <Select
      aria-label="Term"
      w={100}
      value={term_id}
      data={terms}
      allowDeselect={false}
      onChange={(value) => choose(value ?? term_id)}
    />
  )
  return (
    <Page
      title="Conflicts of Interest"
      breadcrumbs={[['Reviewer List', address('/reviewers')], ['Conflicts']]}
      beside={
        counts &&
        counts.term_id !== null &&
        `${termLabel(counts.term_id)}, ${counts.proposals} proposals, ${counts.people} people`
      }
      actions={
        <>
          <LinkButton variant="subtle" to={address('/masters/organisations')}>
            Organisations
          </LinkButton>
          <CsvButton call={api.conflicts.findingsDownload} input={{ query: { term_id } }} />
          <LinkButton variant="default" to={address('/reviewers/assign', {}, { term_id })}>
            Assign Reviewers
          </LinkButton>
        </>
      }
    >
      <QueryTabs
        tabs={[
          ...FINDING_STATE_NAMES.map((state) => ({
            label: FINDING_STATES[state],
            count: counts?.counts[state],
            content: <FindingsOf key={`${state} ${term_id}`} state={state} term_id={term_id} term={term} />,
          })),
          { label: 'Relations', content: <Relations /> },
        ]}
      />
    </Page>
  )
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The name, organisation or id of either side contains every word. */
function matches(row: FindingRow, search: string): boolean {
  const { user, proposal } = row
  const other = otherOf(row)
  const texts = [user.name, user.affiliation, proposal.id, proposal.name, proposal.affiliation, other.name]
  const all = folded([...texts, other.affiliation, row.summary].join('\n'))
  return (folded(search).match(/\S+/gu) ?? []).every((word) => all.includes(word))
}

const EMPTY: Record<FindingState, string> = {
  unjudged: 'There is nothing to judge.',
  asked: 'No question is waiting for an answer.',
  blocked: 'There are no conflicts of interest.',
  allowed: 'Nothing has been allowed.',
}

interface FindingsOfProps {
  state: FindingState
  term_id: string
  /** The select of the term. */
  term: ReactNode
}

function FindingsOf({ state, term_id, term }: FindingsOfProps) {
  const query = useCall(api.conflicts.findings, { query: { term_id, state } })
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState<string | null>(null)
  const [strength, setStrength] = useState<string | null>(null)
  return (
    <>
      <Group gap="xs" mb="sm">
        <TextInput
          aria-label="Name, organisation or ID"
          placeholder="Name, organisation or ID"
          w={210}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {state !== 'blocked' && (
          <>
            <Select
              aria-label="Kind"
              placeholder="All kinds"
              w={170}
              clearable
              value={kind}
              data={FINDING_KIND_NAMES.map((value) => ({ value, label: FINDING_KINDS[value] }))}
              onChange={setKind}
            />
            <Select
              aria-label="Strength"
              placeholder="All strengths"
              w={140}
              clearable
              value={strength}
              data={([3, 2, 1] as const).map((value) => ({ value: String(value), label: STRENGTHS[value] }))}
              onChange={setStrength}
            />
          </>
        )}
        {term}
        <span className={classes.aside}>Everyone is compared with every proposal, whoever reviews it.</span>
      </Group>
      <Loaded query={query}>
        {({ rows, term_id: id, term_disabled, years }) => (
          <Judged
            rows={rows.filter(
              (row) =>
                matches(row, search) &&
                (kind === null || row.kind === kind) &&
                (strength === null || String(row.strength) === strength),
            )}
            all={rows.length}
            state={state}
            why={id === null ? null : whyNotDeclare({ id, disabled: term_disabled })}
            years={years}
          />
        )}
      </Loaded>
    </>
  )
}

const MAX_SHOWN = 200
const STEPS: Record<string, 1 | -1 | undefined> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

interface JudgedProps {
  rows: FindingRow[]
  all: number
  state: FindingState
  /** Why nothing can be judged, or null. */
  why: string | null
  years: number
}

/** The rows and the pane of one of them: the first, or the one that is chosen; after a judgement the one that follows. */
function Judged({ rows, all, state, why, years }: JudgedProps) {
  const [at, setAt] = useState({ key: '', place: 0 })
  const selection = useSelection(keyOf, state)
  const judging = useJudging(() => selection.clear())
  const shownRows = rows.slice(0, MAX_SHOWN)
  const found = shownRows.findIndex((row) => keyOf(row) === at.key)
  const place = Math.min(found >= 0 ? found : at.place, shownRows.length - 1)
  const row = shownRows[place]
  const show = (next: number) => {
    const chosen = shownRows[next]
    if (!chosen) return
    setAt({ key: keyOf(chosen), place: next })
    document.querySelector(`[data-finding="${keyOf(chosen)}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTextEntry(event.target) || document.querySelector('[role=dialog], [role=listbox]')) return
    if ((event.target as HTMLElement).closest('[role=tab]')) return
    event.preventDefault()
    show(place + step)
  })
  useEffect(() => {
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  if (!row)
    return (
      <EmptyState title={all === 0 ? EMPTY[state] : 'Nothing matches this search.'}>
        {all > 0 && 'Change the search above.'}
      </EmptyState>
    )
  const selected = selection.rows.filter((one) => rows.some((other) => keyOf(other) === keyOf(one)))
  return (
    <>
      <div className={classes.split} data-open>
        <div>
          <FindingTable
            rows={shownRows}
            shown={row}
            show={(one) => show(shownRows.indexOf(one))}
            selection={state === 'blocked' ? null : selection}
          />
          {rows.length > MAX_SHOWN && (
            <Text size="sm" c="dimmed" mt="xs">
              {`The first ${MAX_SHOWN} of ${rows.length}. Search for the others.`}
            </Text>
          )}
        </div>
        <FindingPane
          row={row}
          place={place + 1}
          total={rows.length}
          last={place === shownRows.length - 1}
          step={(step) => show(place + step)}
          why={why}
          years={years}
          judging={judging}
        />
      </div>
      {selected.length > 0 && (
        <JudgeBar rows={selected} clear={selection.clear} judging={judging} why={why} />
      )}
    </>
  )
}
