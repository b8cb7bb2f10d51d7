import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { NEEDED_TO_SUBMIT } from '#domain/proposals/rules.ts'
import { isSubmitted, type ProposalStatus, proposalStatus } from '#domain/proposals/status.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { Section } from '../layout/section.tsx'
import { StatusChip } from '../text/chips.tsx'
import { DaysLeft } from './days_left.tsx'
import { MissingParts } from './missing_parts.tsx'
import classes from './standing.module.css'

interface Own {
  id: number
  title: string
  status: ProposalStatus
  saved_at: string | null
  submitted_at: string | null
  why_not_edit: string | null
}

interface StandingProps {
  proposal: Own
  /** The names of the parts that Submit needs and the proposal has not. */
  missing: readonly string[]
  collaborators: number
  /** The deadline of the call. */
  until: string
  /** What can be done: buttons and links. */
  children: ReactNode
}

/** How one's own proposal stands: its state, what is missing, how much time there is, and what to do. */
export const Standing = ({ proposal, missing, collaborators, until, children }: StandingProps) => {
  const { id, title, status, why_not_edit } = proposal
  const submitted = isSubmitted(status)
  return (
    <Section>
      <div className={classes.head}>
        <div className={classes.about}>
          <div className={classes.state}>
            {proposalStatus.of(status).begun && (
              <StatusChip colour={proposalStatus.colour(status)}>{proposalStatus.label(status)}</StatusChip>
            )}
            <span className={classes.when}>{whenOf(proposal)}</span>
          </div>
          <Title order={2} className={classes.title}>
            {title || 'A proposal without a title yet'}
          </Title>
          <p className={classes.with}>{withOf(collaborators)}</p>
        </div>
        {why_not_edit === null && <DaysLeft until={until} to={submitted ? 'to change it' : 'left'} />}
      </div>
      {submitted ? (
        <p className={classes.said}>{changeOf(why_not_edit, until)}</p>
      ) : (
        why_not_edit === null && (
          <MissingParts id={id} missing={missing} all={Object.keys(NEEDED_TO_SUBMIT)} />
        )
      )}
      <div className={classes.actions}>{children}</div>
    </Section>
  )
}

const whenOf = ({ saved_at, submitted_at, status }: Own) => {
  if (isSubmitted(status)) return submitted_at === null ? '' : `Submitted ${time(submitted_at)}`
  return saved_at === null ? 'Not begun' : `Last saved ${time(saved_at)}`
}

const withOf = (collaborators: number) => {
  if (collaborators === 0) return 'Without collaborators'
  return collaborators === 1 ? 'With 1 collaborator' : `With ${collaborators} collaborators`
}

/** Whether a submitted proposal can still be changed, and until when. */
function changeOf(whyNot: string | null, until: string) {
  if (whyNot !== null) return `It can not be changed any more. ${whyNot}`
  return Date.parse(until) > Date.now()
    ? `You can still change it until ${time(until)} (${zoneName()}), or until reviewers are asked.`
    : 'You can still change it, until reviewers are asked: the office has unlocked it.'
}
