import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { termLabel } from '#domain/masters/values.ts'
import type { Proposal } from '#domain/proposals/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { useChoices } from '#web/ui/forms/choices.ts'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { Note } from '#web/ui/text/note.tsx'
import type { FormFields } from './-form.ts'
import { amountOf, fieldsOf, PARTS, type Part, pastValues } from './-past.ts'
import type { ProposalValues } from './-values.ts'

/** What was taken over, and what it replaced. */
interface Taken {
  says: string
  before: Partial<ProposalValues>
}

/** Takes texts, keywords, methods and collaborators over from a past proposal; nothing is saved by it, and it can be undone. */
export function TakeOver({ fields }: { fields: FormFields }) {
  const past = useCall(api.proposals.myAll).data ?? []
  const [open, setOpen] = useState(false)
  const [taken, setTaken] = useState<Taken | null>(null)
  if (past.length === 0) return null
  const take = (from: ProposalValues, term: string, parts: readonly Part[]) => {
    const before = fieldsOf(fields.getValues(), parts)
    fields.setValues(fieldsOf(from, parts))
    setTaken({ says: `Taken over from ${term}: ${parts.map(({ label }) => label).join(', ')}.`, before })
    setOpen(false)
  }
  const undo = () => {
    fields.setValues(taken!.before)
    setTaken(null)
  }
  return (
    <>
      <Group gap="sm">
        <Button variant="default" onClick={() => setOpen(true)}>
          Take over from a past proposal
        </Button>
        <Text size="xs" c="dimmed">
          texts, keywords, methods, collaborators
        </Text>
      </Group>
      {taken && (
        <Note kind="warn">
          {taken.says} It is not saved yet.{' '}
          <Button variant="default" size="compact-sm" onClick={undo}>
            Undo
          </Button>
        </Note>
      )}
      <Dialog open={open} says="Take over from a past proposal" size="lg" onClose={() => setOpen(false)}>
        <Chooser past={past} values={fields.getValues()} take={take} close={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

interface ChooserProps {
  past: readonly { id: number; term_id: number; title: string }[]
  values: ProposalValues
  take: (from: ProposalValues, term: string, parts: readonly Part[]) => void
  close: () => void
}

function Chooser({ past, values, take, close }: ChooserProps) {
  const [id, setId] = useState(past[0]!.id)
  const proposal = useCall(api.proposals.myOld, { params: { id } })
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Proposal"
        data={past.map((one) => ({
          value: String(one.id),
          label: `${termLabel(one.term_id)}: ${one.title}`,
        }))}
        value={String(id)}
        onChange={({ currentTarget: { value } }) => setId(Number(value))}
      />
      <Loaded query={proposal} skeleton={<Lines count={8} />}>
        {(data) => <PartsOf key={data.id} past={data} values={values} take={take} close={close} />}
      </Loaded>
    </Stack>
  )
}

function PartsOf({ past, values, take, close }: Omit<ChooserProps, 'past'> & { past: Proposal }) {
  const keywords = useChoices(api.masters.keywordChoices)
  const methods = useChoices(api.masters.methodChoices)
  const [ticked, setTicked] = useState<readonly string[] | null>(null)
  const term = termLabel(past.term_id)
  const from = pastValues(past, {
    keywords: new Set(keywords.map(({ value }) => value)),
    methods: new Set(methods.map(({ value }) => value)),
  })
  const there = PARTS.filter((part) => amountOf(from, part) !== '')
  // At first what fills something empty and replaces nothing.
  const chosen = ticked ?? there.filter((part) => amountOf(values, part) === '').map(({ label }) => label)
  const parts = there.filter(({ label }) => chosen.includes(label))
  return (
    <>
      <Checkbox.Group label="What to take over" value={[...chosen]} onChange={setTicked}>
        <Stack gap={6} mt={6}>
          {there.map((part) => (
            <Checkbox
              key={part.label}
              value={part.label}
              label={part.label}
              description={told(amountOf(from, part), amountOf(values, part))}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button disabled={parts.length === 0} onClick={() => take(from, term, parts)}>
          Take over
        </Button>
      </Group>
    </>
  )
}

const told = (comes: string, goes: string) =>
  goes === '' ? `${comes}, into what is empty now` : `${comes}, in place of ${goes}`
