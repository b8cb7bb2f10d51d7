import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { labelOf } from '#domain/masters/values.ts'
import { ORCID_LABEL } from '#domain/orcid.ts'
import type { Proposal } from '#domain/proposals/contract.ts'
import { previousStatusLabels } from '#domain/proposals/field_texts.ts'
import { DETAIL_LABEL } from '#domain/proposals/fields.ts'
import { proposalStatus } from '#domain/proposals/status.ts'
import { ObjectHead } from '../layout/object_head.tsx'
import { DetailFields, Section } from '../layout/section.tsx'
import { StatusChip, Tag } from '../text/chips.tsx'
import { OrcidLink } from '../text/orcid.tsx'
import { CollaboratorList, Email } from '../text/people.tsx'

interface ProposalHeadProps {
  proposal: Proposal
  /** Status chips, shown before its early career. */
  chips: ReactNode
  actions?: ReactNode
  /** All details, folded. */
  details: ReactNode
}

const collaboratorCount = (count: number) => (count === 1 ? '1 collaborator' : `${count} collaborators`)

/** The proposer on one line, with the proposal's status. */
export const ProposalHead = ({ proposal, chips, actions, details }: ProposalHeadProps) => (
  <ObjectHead
    identity={
      <>
        <b>{proposal.name}</b>
        <span>{proposal.affiliation}</span>
        <Anchor href={`mailto:${proposal.email}`} fz="inherit">
          {proposal.email}
        </Anchor>
        <span aria-hidden>·</span>
        <span>{collaboratorCount(proposal.proposal_collaborator.length)}</span>
        <span aria-hidden>·</span>
        <span>{`${DETAIL_LABEL.accepted_terms}: ${previousStatusLabels(proposal).join(', ') || '-'}`}</span>
      </>
    }
    chips={
      <>
        {chips}
        <Tag>{`${DETAIL_LABEL.early_career}: ${labelOf('early_career_type', proposal.early_career)}`}</Tag>
      </>
    }
    actions={actions}
    details={details}
  />
)

type Row = readonly [label: string, value: ReactNode]

interface ProposalSummaryProps {
  proposal: Proposal
  /** Rows above those of every proposal, and below them. */
  before?: readonly Row[]
  more?: readonly (Row | false | null | undefined)[]
}

/** The card above a proposal: proposer, title and status. */
export const ProposalSummary = (props: ProposalSummaryProps) => (
  <Section>
    <ProposalFields {...props} />
  </Section>
)

/** The same without the card. */
export const ProposalFields = ({ proposal, before = [], more = [] }: ProposalSummaryProps) => (
  <DetailFields
    rows={[
      ...before,
      [DETAIL_LABEL.title, proposal.title],
      ['Name', proposal.name],
      ['Affiliation', proposal.affiliation],
      ['E-mail', <Email key="email">{proposal.email}</Email>],
      proposal.orcid !== null && [ORCID_LABEL, <OrcidLink key="orcid" orcid={proposal.orcid} />],
      [DETAIL_LABEL.early_career, labelOf('early_career_type', proposal.early_career)],
      [DETAIL_LABEL.accepted_terms, previousStatusLabels(proposal).join(', ')],
      [
        DETAIL_LABEL.proposal_collaborator,
        <CollaboratorList key="people" people={proposal.proposal_collaborator} />,
      ],
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
