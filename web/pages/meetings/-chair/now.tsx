import { ActionIcon, Anchor, Button, Checkbox, Title } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { address } from '#domain/address.ts'
import type { LiveChair } from '#domain/meetings/live_contract.ts'
import { itemState } from '#domain/meetings/status.ts'
import { CRITERIA } from '#domain/reports/fields.ts'
import { REPORTS_WITHHELD } from '#domain/reports/rules.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { clock as clockOf, figure } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useWhyNotSave } from '#web/lib/session/why_not_save.ts'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import { ObjectTitle } from '#web/ui/layout/page.tsx'
import { RevealedBallot } from '#web/ui/meeting/ballot_result.tsx'
import { MeetingClock } from '#web/ui/meeting/meeting_clock.tsx'
import { submittedReports } from '#web/ui/meeting/reports.tsx'
import { RequestsAtHand, requestedText } from '#web/ui/meeting/requested_samples.tsx'
import { Stages } from '#web/ui/meeting/stages.tsx'
import { ScoreSquare } from '#web/ui/text/score.tsx'
import classes from './chair.module.css'
import { useChairCommand, useSwitch } from './commands.ts'
import type { Current } from './decision_draft.ts'
import { namesText } from './texts.ts'

const { BALLOT } = itemState.code

interface NowCardProps {
  live: LiveChair & { current: Current }
  offset: number
}

/** The proposal that is on: its clock and state, its reviews, what it asks for, its ballots. */
export function NowCard({ live, offset }: NowCardProps) {
  const { meeting, current } = live
  const { proposal_id: id, title, proposer, state, out } = current
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(id)
  // The button that led here is now for another proposal: a screen reader hears which.
  useEffect(() => {
    const at = document.activeElement
    if (shown.current !== id && (at === document.body || at?.closest('[data-decision]')))
      heading.current?.focus()
    shown.current = id
  }, [id])
  const proposal = useCall(api.staff.get, { params: { id } })
  return (
    <section className={`${classes.card} ${classes.now}`} aria-label={`${id}, now`}>
      <div className={classes.nowHead}>
        <div>
          <Title order={2} ref={heading} tabIndex={-1}>
            <ObjectTitle id={id} title={title} />
          </Title>
          <p>{[proposer.name, proposer.affiliation].filter(Boolean).join(', ')}</p>
        </div>
        <div>
          <MeetingClock clock={current} offset={offset} />
          <ClockActions meeting_id={meeting.id} current={current} />
        </div>
        <div className={classes.stagesLine}>
          <Stages state={state} />
          {out.length > 0 && <span className={classes.out}>{`Out: ${namesText(out)}`}</span>}
        </div>
      </div>
      <Loaded query={proposal} skeleton={<Lines />}>
        {(loaded) => (
          <>
            <Reviews proposal={loaded} />
            <section>
              <h3>
                Requested samples <span className={classes.quiet}>{requestedText(loaded)}</span>
              </h3>
              <RequestsAtHand proposal={loaded} />
            </section>
          </>
        )}
      </Loaded>
      <Ballots live={live} />
      <InlineMessage />
    </section>
  )
}

const MORE_MINUTES = 5

interface ClockActionsProps {
  meeting_id: number
  current: Current
}

/** Stops and starts the clock, and gives it more time. */
function ClockActions({ meeting_id, current }: ClockActionsProps) {
  const { proposal_id, running_since, minutes } = current
  const clock = useChairCommand(api.meetings.clock, { success: false })
  const time = useChairCommand(api.meetings.minutes, { success: false })
  const isOff = useWhyNotSave() !== null
  const params = { id: meeting_id }
  const runs = running_since !== null
  const label = runs ? 'Stop the clock' : 'Start the clock'
  return (
    <div className={classes.clockActions}>
      <ActionIcon
        size={24}
        aria-label={label}
        title={label}
        disabled={isOff}
        loading={clock.pending}
        onClick={() => void clock.run({ params, body: { proposal_id, running: !runs } })}
      >
        {runs ? <IconPlayerPause size={15} aria-hidden /> : <IconPlayerPlay size={15} aria-hidden />}
      </ActionIcon>
      <Button
        variant="subtle"
        size="compact-xs"
        disabled={isOff}
        loading={time.pending}
        onClick={() => void time.run({ params, body: { proposal_id, minutes: minutes + MORE_MINUTES } })}
      >
        {`+${MORE_MINUTES} min`}
      </Button>
    </div>
  )
}

const NAMES = { science: 'Science', technical: 'Technical' } as const

/** The scores of the submitted reports, and what the model says of them. */
function Reviews({ proposal }: { proposal: StaffProposal }) {
  const reports = submittedReports(proposal)
  return (
    <section>
      <h3>
        Reviews{' '}
        {!proposal.reports_withheld && <span className={classes.quiet}>{`${reports.length} submitted`}</span>}
      </h3>
      {proposal.reports_withheld && <p className={classes.sentence}>{REPORTS_WITHHELD}</p>}
      {reports.length > 0 && (
        <table className={classes.reports} aria-label="Scores of the reports">
          <tbody>
            {reports.map((report) => (
              <tr key={report.id}>
                <td>
                  {report.user.name} <span className={classes.quiet}>{report.user.affiliation}</span>
                </td>
                {CRITERIA.map((criterion) => (
                  <td key={criterion}>
                    <span className={classes.quiet}>{NAMES[criterion]}</span>{' '}
                    <ScoreSquare score={report[`${criterion}_score`]} />
                  </td>
                ))}
                <td>{figure((report.science_score ?? 0) + (report.technical_score ?? 0))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={classes.sentence}>
        <Estimate proposal={proposal} />
        <Anchor
          inherit
          href={address('/proposals/detail/$id', { id: proposal.id }, { tab: 'tab-3' })}
          target="_blank"
        >
          Reports and proposal
        </Anchor>
      </p>
    </section>
  )
}

/** 'Adjusted 7.8 · expected rank 7, between 4 and 12 · tie zone · '. */
function Estimate({ proposal: { id, term_id } }: { proposal: StaffProposal }) {
  const order = useCall(api.staff.adjusted, { query: { term_id: String(term_id) } }, { own: 'all' }).data
  const one = order?.proposals.find((proposal) => proposal.id === id)
  if (!order || !one) return null
  return (
    <>
      {`Adjusted ${figure(one.adjusted, 1)} · expected rank ${Math.round(one.expected)}, between ${one.low} and ${one.high} · `}
      {order.zone.includes(id) && (
        <>
          <em>tie zone</em>
          {' · '}
        </>
      )}
    </>
  )
}

/** The ballots that were revealed, the last one in full; while one is open, how many have given a grade. */
function Ballots({ live }: { live: NowCardProps['live'] }) {
  const { current } = live
  const { ballot, earlier, state } = current
  if (!ballot) return null
  const isOpen = state === BALLOT
  const number = ballot.number > 1 ? `ballot ${ballot.number}, ` : ''
  return (
    <section>
      <h3>
        Ballot{' '}
        <span className={classes.quiet}>
          {isOpen
            ? `${number}${ballot.given} of ${ballot.voters} grades given, shown to nobody before it is closed`
            : `${number}revealed ${ballot.revealed_at ? clockOf(ballot.revealed_at) : ''}, ${ballot.grades.length} ${ballot.grades.length === 1 ? 'grade' : 'grades'}`}
        </span>
      </h3>
      {isOpen ? (
        <p role="status" className={classes.awaited}>
          {current.awaited.length > 0 ? (
            <>
              Waiting for <b>{namesText(current.awaited)}</b>
            </>
          ) : (
            'Everyone has given a grade.'
          )}
        </p>
      ) : (
        <RevealedBallot ballot={ballot} />
      )}
      {earlier.map(({ number: before, result }) => (
        <p key={before} className={classes.sentence}>
          {`Ballot ${before}: median ${figure(result.median, 2)}, ${figure(result.lowest, 2)} to ${figure(result.highest, 2)}`}
        </p>
      ))}
      {!isOpen && <OnWall live={live} />}
    </section>
  )
}

/** Whether the wall shows the median and the range of this proposal. */
function OnWall({ live: { meeting, wall_scores } }: { live: NowCardProps['live'] }) {
  const show = useChairCommand(api.meetings.showOnWall, { success: false })
  const { checked, change } = useSwitch(wall_scores, (shown) =>
    show.run({ params: { id: meeting.id }, body: { shown } }),
  )
  const isOff = useWhyNotSave() !== null
  return (
    <Checkbox
      mt="sm"
      label="Show median and range on the wall, until the next proposal"
      checked={checked}
      disabled={isOff}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  )
}
