import { Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { address } from '#domain/address.ts'
import { REQUIRED_TO_SUBMIT } from '#domain/proposals/rules.ts'
import { isSubmitted, type ProposalStatus, proposalStatus } from '#domain/proposals/status.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { ScreenLink } from '../actions/links.tsx'
import { Section } from '../layout/section.tsx'
import { StatusChip } from '../text/chips.tsx'
import classes from './own_progress.module.css'

interface ProgressProposal {
  id: number
  title: string
  status: ProposalStatus
  saved_at: string | null
  submitted_at: string | null
  why_not_edit: string | null
}

interface ProposalProgressProps {
  proposal: ProgressProposal
  /** The required fields that the proposal lacks. */
  missing: readonly string[]
  collaborators: number
  /** The deadline of the call. */
  until: string
  /** Buttons and links. */
  children: ReactNode
}

/** The progress of one's own proposal: its status, what is missing, the time left, and the actions. */
export const ProposalProgress = ({
  proposal,
  missing,
  collaborators,
  until,
  children,
}: ProposalProgressProps) => {
  const { id, title, status, why_not_edit } = proposal
  const submitted = isSubmitted(status)
  return (
    <Section>
      <div className={classes.head}>
        <div className={classes.summary}>
          <div className={classes.state}>
            {proposalStatus.of(status).started && (
              <StatusChip colour={proposalStatus.colour(status)}>{proposalStatus.label(status)}</StatusChip>
            )}
            <span className={classes.saved}>{savedText(proposal)}</span>
          </div>
          <Title order={2} className={classes.title}>
            {title || 'A proposal without a title yet'}
          </Title>
          <p className={classes.collaborators}>{collaboratorsText(collaborators)}</p>
        </div>
        {why_not_edit === null && <DaysLeft until={until} to={submitted ? 'to change it' : 'left'} />}
      </div>
      {submitted ? (
        <p className={classes.changeable}>{changeableText(why_not_edit, until)}</p>
      ) : (
        why_not_edit === null && <MissingParts id={id} missing={missing} />
      )}
      <div className={classes.actions}>{children}</div>
    </Section>
  )
}

const savedText = ({ saved_at, submitted_at, status }: ProgressProposal) => {
  if (isSubmitted(status)) return submitted_at === null ? '' : `Submitted ${time(submitted_at)}`
  return saved_at === null ? 'Not begun' : `Last saved ${time(saved_at)}`
}

const collaboratorsText = (collaborators: number) => {
  if (collaborators === 0) return 'Without collaborators'
  return collaborators === 1 ? 'With 1 collaborator' : `With ${collaborators} collaborators`
}

/** Whether a submitted proposal can still be changed, and until when. */
function changeableText(whyNot: string | null, until: string) {
  if (whyNot !== null) return `It can no longer be changed. ${whyNot}`
  return Date.parse(until) > Date.now()
    ? `You can still change it until ${time(until)} (${zoneName()}), or until reviewers are asked.`
    : 'You can still change it, until reviewers are asked: the office has unlocked it.'
}

const HINTS: Record<string, string> = {
  keywords: 'at least one',
  methods: 'at least one',
  samples: 'at least one',
}
const labelOf = (name: string) => (REQUIRED_TO_SUBMIT as Record<string, string>)[name] ?? name

/** The fields that Submit requires: missing ones as links to the form, the others with a check mark. */
const MissingParts = ({ id, missing }: { id: number; missing: readonly string[] }) => (
  <div className={classes.missing}>
    <Title order={3}>{missingText(missing.length)}</Title>
    <ul>
      {missing.map((name) => (
        <li key={name}>
          <span className={classes.ring} aria-hidden />
          <ScreenLink to={address('/proposals/edit/$id', { id }, { field: name })}>
            {labelOf(name)}
          </ScreenLink>
          {HINTS[name] && <small>{HINTS[name]}</small>}
        </li>
      ))}
      {Object.keys(REQUIRED_TO_SUBMIT)
        .filter((name) => !missing.includes(name))
        .map((name) => (
          <li key={name} className={classes.done}>
            <IconCheck size={16} stroke={2.2} aria-hidden />
            {labelOf(name)}
          </li>
        ))}
    </ul>
  </div>
)

function missingText(missing: number) {
  if (missing === 0) return 'Nothing is missing: it can be submitted'
  return missing === 1
    ? '1 thing is missing before you can submit'
    : `${missing} things are missing before you can submit`
}

const DAY_MS = 24 * 3600_000

/** Days until a deadline, counted as in the line of the call; nothing once it has passed. */
function DaysLeft({ until, to }: { until: string; to: string }) {
  const remaining = Date.parse(until) - Date.now()
  if (remaining <= 0) return null
  const days = Math.ceil(remaining / DAY_MS)
  return (
    <div className={classes.days}>
      <b>{days}</b>
      <span>
        {days === 1 ? 'day' : 'days'} {to}, until {time(until)} ({zoneName()})
      </span>
    </div>
  )
}
