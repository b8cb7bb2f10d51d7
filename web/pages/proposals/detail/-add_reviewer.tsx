import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { EmptyState, Note } from '#web/ui/text/note.tsx'
import { type Added, useAdding } from './-adding.ts'
import { ReviewerChoices } from './-reviewer_choices.tsx'
import { weighAll } from './-weighing.ts'
import classes from './add_reviewer.module.css'

interface AddReviewerProps {
  proposal: StaffProposal
  close: () => void
}

/** Chooses reviewers for a proposal, one or several; who can not be one is in the list, with the reason. */
export function AddReviewer({ proposal, close }: AddReviewerProps) {
  const choices = useCall(api.reports.allReviewers, { query: { proposal_id: proposal.id } })
  const [search, setSearch] = useState('')
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [request, setRequest] = useState(false)
  const adding = useAdding(proposal.id)
  const banner = useBanner()
  const tick = (id: number, on: boolean) =>
    setTicked((before) => new Set(on ? [...before, id] : [...before].filter((other) => other !== id)))
  const chosen = weighAll(proposal, choices.data ?? [], '').filter(
    ({ id, why }) => ticked.has(id) && why === null,
  )
  async function add() {
    const made = await adding.run(chosen, request)
    if (!made.every(({ whole }) => whole)) return
    banner.show('success', made.map(said).join(' '))
    close()
  }
  return (
    <Dialog open size="xl" says={<b>Add Reviewer</b>} onClose={adding.pending ? undefined : close}>
      <Stack gap="sm">
        <Outcomes of={adding.outcomes} />
        <TextInput
          label="Reviewer"
          placeholder="Name, affiliation or e-mail"
          data-autofocus
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Loaded query={choices}>
          {(all) => {
            const rows = weighAll(proposal, all, search)
            if (rows.length === 0) return <EmptyState title="No reviewer is called so." />
            return <ReviewerChoices rows={rows} ticked={ticked} tick={tick} disabled={adding.pending} />
          }}
        </Loaded>
        <Text size="xs" c="dimmed">
          Load: reports of this call that are not submitted yet, of all that are not declined. Declined: in
          any call. Shared keywords: those of this proposal that also stand on proposals of their own, or on
          proposals that they reviewed.
        </Text>
        <Group justify="space-between" gap="xs" className={classes.foot}>
          <Checkbox
            label="Send request now"
            checked={request}
            disabled={adding.pending}
            onChange={(event) => setRequest(event.currentTarget.checked)}
          />
          <Group gap="xs">
            <Button variant="default" disabled={adding.pending} onClick={close}>
              {adding.outcomes.length > 0 ? 'Close' : 'Cancel'}
            </Button>
            <Button loading={adding.pending} disabled={chosen.length === 0} onClick={() => void add()}>
              {chosen.length > 1 ? `Add ${chosen.length} reviewers` : 'Add'}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  )
}

const said = ({ name, text }: Added) => `${name}: ${text}.`.replace(/\.\.$/u, '.')

/** What became of each, where not all of it went through. */
const Outcomes = ({ of }: { of: readonly Added[] }) =>
  of.some(({ whole }) => !whole) && (
    <Note kind="bad" title="Not all of it could be done.">
      <ul className={classes.outcomes}>
        {of.map((one) => (
          <li key={one.id}>{said(one)}</li>
        ))}
      </ul>
    </Note>
  )
