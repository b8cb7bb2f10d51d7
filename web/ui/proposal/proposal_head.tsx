import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { labelOf } from '#domain/masters/values.ts'
import type { Proposal } from '#domain/proposals/contract.ts'
import { previousStatus } from '#domain/proposals/shown.ts'
import { ObjectHead } from '../layout/object_head.tsx'
import { Tag } from '../text/chips.tsx'

interface ProposalHeadProps {
  proposal: Proposal
  /** How it stands, before its early career. */
  chips: ReactNode
  actions?: ReactNode
  /** Everything about it, folded. */
  details: ReactNode
}

const counted = (count: number) => (count === 1 ? '1 collaborator' : `${count} collaborators`)

/** Whose proposal it is, on one line, and how it stands. */
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
        <span>{counted(proposal.proposal_collaborator.length)}</span>
        <span aria-hidden>·</span>
        <span>{`Previous Status: ${previousStatus(proposal).join(', ') || '-'}`}</span>
      </>
    }
    chips={
      <>
        {chips}
        <Tag>{`Early career: ${labelOf('early_career_type', proposal.early_career)}`}</Tag>
      </>
    }
    actions={actions}
    details={details}
  />
)
