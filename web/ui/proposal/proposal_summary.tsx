import type { ReactNode } from 'react'
import { labelOf } from '#domain/masters/values.ts'
import type { Proposal } from '#domain/proposals/contract.ts'
import { previousStatus } from '#domain/proposals/shown.ts'
import { proposalStatus } from '#domain/proposals/status.ts'
import { DetailFields, Section } from '../layout/section.tsx'
import { StatusChip } from '../text/chips.tsx'
import { CollaboratorList, Email } from '../text/people.tsx'

type Row = readonly [label: string, value: ReactNode]

interface ProposalSummaryProps {
  proposal: Proposal
  /** Rows above those of every proposal, and below them. */
  before?: readonly Row[]
  more?: readonly (Row | false | null | undefined)[]
}

/** Who proposes what, and how it stands: the card above a proposal. */
export const ProposalSummary = (props: ProposalSummaryProps) => (
  <Section>
    <ProposalFacts {...props} />
  </Section>
)

/** The same without the card. */
export const ProposalFacts = ({ proposal, before = [], more = [] }: ProposalSummaryProps) => (
  <DetailFields
    rows={[
      ...before,
      ['Title', proposal.title],
      ['Name', proposal.name],
      ['Affiliation', proposal.affiliation],
      ['E-mail', <Email key="email">{proposal.email}</Email>],
      ['Early career', labelOf('early_career_type', proposal.early_career)],
      ['Previous Status', previousStatus(proposal).join(', ')],
      ['Collaborators', <CollaboratorList key="people" people={proposal.proposal_collaborator} />],
      [
        'Status',
        <StatusChip key="status" colour={proposalStatus.colour(proposal.status)}>
          {proposalStatus.label(proposal.status)}
        </StatusChip>,
      ],
      ...more,
    ]}
  />
)
