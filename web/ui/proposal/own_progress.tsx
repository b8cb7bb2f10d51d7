import { Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { address } from '#domain/address.ts'
import { REQUIRED_TO_SUBMIT } from '#domain/proposals/rules.ts'
import { readyText } from '#domain/proposals/sections.ts'
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
  /** Until when it can be changed; null when it cannot. */
  editable_until: string | null
}

interface ProposalProgressProps {
  proposal: ProgressProposal
  /** The required fields that the proposal lacks. */
  missing: readonly string[]
  /** Empty sections that Submit does not need. */
  emptySections: number
  collaborators: number
  /** Why it stays changeable under review and after the deadline. */
  unlocked: boolean
  /** Buttons and links. */
  children: ReactNode
}

/** The progress of one's own proposal: its status, what is missing, the time left, and the actions. */
export const ProposalProgress = ({
  proposal,
  missing,
  emptySections,
  collaborators,
  unlocked,
  children,
}: ProposalProgressProps) => {
  const { id, title, status, why_not_edit, editable_until } = proposal
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
        {editable_until !== null && (
          <DaysLeft until={editable_until} to={submitted ? 'to change it' : 'left'} />
        )}
      </div>
      {submitted ? (
        <p className={classes.changeable}>{changeableText(why_not_edit, editable_until, unlocked)}</p>
      ) : (
        why_not_edit === null && <MissingParts id={id} missing={missing} emptySections={emptySections} />
      )}
      <div className={classes.actions}>{children}</div>
    </Section>
  )
}

const savedText = ({ saved_at, submitted_at, status }: ProgressProposal) => {
  if (isSubmitted(status)) return submitted_at === null ? '' : `Submitted ${time(submitted_at)}`
  return saved_at === null ? 'Not started' : `Last saved ${time(saved_at)}`
}

const collaboratorsText = (collaborators: number) => {
  if (collaborators === 0) return 'No collaborators'
  return collaborators === 1 ? 'With 1 collaborator' : `With ${collaborators} collaborators`
}

/** Whether a submitted proposal can still be changed, and until when. */
function changeableText(whyNot: string | null, until: string | null, unlocked: boolean) {
  if (whyNot !== null) return `It can no longer be changed. ${whyNot}`
  return unlocked
    ? `The office has unlocked it: you can edit it until ${time(until)} (${zoneName()}).`
    : `You can edit it until ${time(until)} (${zoneName()}) or until a review is requested, whichever is earlier.`
}

const HINTS: Record<string, string> = {
  keywords: 'at least one',
  methods: 'at least one',
  samples: 'at least one',
}
const labelOf = (name: string) => (REQUIRED_TO_SUBMIT as Record<string, string>)[name] ?? name

interface MissingPartsProps {
  id: number
  missing: readonly string[]
  emptySections: number
}

/** The fields that Submit requires: missing ones as links to the form, the others with a check mark. */
const MissingParts = ({ id, missing, emptySections }: MissingPartsProps) => (
  <div className={classes.missing}>
    <Title order={3}>{missing.length === 0 ? readyText(emptySections) : missingText(missing.length)}</Title>
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

const missingText = (missing: number) =>
  missing === 1
    ? '1 thing is missing before you can submit'
    : `${missing} things are missing before you can submit`

const DAY_MS = 24 * 3600_000

/** Days until a deadline, counted as in the line of the call unless given; nothing once it has passed. */
export function DaysLeft({ until, to, ...given }: { until: string; to: string; days?: number }) {
  const remaining = Date.parse(until) - Date.now()
  if (remaining <= 0) return null
  const days = given.days ?? Math.ceil(remaining / DAY_MS)
  return (
    <div className={classes.days}>
      <b>{days}</b>
      <span>
        {days === 1 ? 'day' : 'days'} {to}, until {time(until)} ({zoneName()})
      </span>
    </div>
  )
}
