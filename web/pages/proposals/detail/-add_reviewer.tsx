import { Alert, Select } from '@mantine/core'
import type { ReviewerChoice } from '#domain/reports/contract.ts'
import { whyNotReviewer } from '#domain/reports/rules.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { sharesAffiliation } from '#domain/staff/rules.ts'
import { api } from '#web/lib/api.ts'
import { useCallForm } from '#web/lib/form.ts'
import { useCall } from '#web/lib/query.ts'
import { FormDialog } from '#web/ui/form_dialog.tsx'

interface AddReviewerProps {
  proposal: StaffProposal
  close: () => void
}

const peopleOf = ({ name, email, affiliation, proposal_collaborator }: StaffProposal) => [
  { name, email, affiliation },
  ...proposal_collaborator,
]

/** Why one of the reviewers can not be added here, or null. */
function whyNot(proposal: StaffProposal, reviewer: ReviewerChoice): string | null {
  if (proposal.reports.some(({ user_id }) => user_id === reviewer.id)) return 'has a report on it'
  const facts = { is_reviewer: true, disabled: false, takes_part: reviewer.part !== null }
  return whyNotReviewer(facts) && 'has a conflict of interest'
}

/** Chooses one more reviewer for a proposal; who can not be one is in the list, with the reason. */
export function AddReviewer({ proposal, close }: AddReviewerProps) {
  const reviewers = useCall(api.reports.allReviewers, { query: { proposal_id: proposal.id } }).data ?? []
  const form = useCallForm(api.reports.add, {
    initial: { reviewer_id: '' },
    input: { params: { proposalId: proposal.id } },
    onDone: close,
  })
  const chosen = reviewers.find(({ id }) => String(id) === form.fields.getValues().reviewer_id)
  const colleagues = chosen
    ? peopleOf(proposal).filter(({ affiliation }) => sharesAffiliation(affiliation, chosen.affiliation))
    : []
  return (
    <FormDialog title="Add Reviewer" form={form} close={close} submit="Add" disabled={!chosen}>
      <Select
        label="Reviewer"
        placeholder="Name, affiliation or e-mail"
        searchable
        data-autofocus
        nothingFoundMessage="No reviewer is called so."
        data={reviewers.map((reviewer) => {
          const why = whyNot(proposal, reviewer)
          const { id, name, affiliation, email } = reviewer
          return {
            value: String(id),
            label: `${name} / ${affiliation} (${email})${why === null ? '' : `: ${why}`}`,
            disabled: why !== null,
          }
        })}
        {...form.fields.getInputProps('reviewer_id')}
      />
      {chosen && colleagues.length > 0 && (
        <Alert variant="light" color="yellow" title="The same affiliation" role="status">
          {`${chosen.name} shares the affiliation of ${colleagues.map(({ name }) => name).join(', ')}.`}
        </Alert>
      )}
    </FormDialog>
  )
}
