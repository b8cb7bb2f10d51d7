import { ActionIcon, Textarea } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { address } from '#domain/address.ts'
import type { FindingRow } from '#domain/conflicts/contract.ts'
import { questionOn } from '#domain/conflicts/questions.ts'
import { NEEDED_TO_ALLOW, REASON_LENGTH } from '#domain/conflicts/rules.ts'
import { type FindingKind, VERDICTS } from '#domain/conflicts/status.ts'
import { day, termLabel, time } from '#web/lib/format/format.ts'
import { isTextEntry } from '#web/lib/screen/shortcuts.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import type { Judging } from './-judging.tsx'
import { keyOf, kindLabel, otherOf, StrengthBars } from './-table.tsx'
import classes from './conflicts.module.css'

interface FindingPaneProps {
  row: FindingRow
  /** Its position, from 1. */
  place: number
  total: number
  /** No other is shown below it. */
  last: boolean
  step: (step: 1 | -1) => void
  /** Why nothing can be judged, or null. */
  why: string | null
  years: number
  judging: Judging
}

/** One finding with its evidence, what was decided and answered before, and the three ways to go on. */
export function FindingPane({ row, place, total, last, step, ...rest }: FindingPaneProps) {
  const other = otherOf(row)
  return (
    <section className={classes.pane} aria-label={`Finding: ${row.user.name} and ${row.proposal.id}`}>
      <header>
        <h2>{kindLabel(row.kind)}</h2>
        <span aria-live="polite">{`${place} of ${total}`}</span>
        <ActionIcon
          aria-label="Previous finding"
          title="Previous finding (k)"
          disabled={place <= 1}
          onClick={() => step(-1)}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label="Next finding"
          title="Next finding (j)"
          disabled={last}
          onClick={() => step(1)}
        >
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
      </header>
      <div className={classes.part}>
        <div className={classes.pair}>
          <div>
            <small>Person</small>
            <b>{row.user.name}</b>
            {row.user.affiliation}
          </div>
          <div>
            <small>{other.label}</small>
            <b>{other.name}</b>
            {other.affiliation}
          </div>
        </div>
        <p style={{ margin: '8px 0 0' }}>
          <ScreenLink
            to={address('/proposals/detail/$id', { id: row.proposal.id }, { tab: 'tab-3' })}
            inherit
          >
            {`${row.proposal.id}: ${row.proposal.title}`}
          </ScreenLink>
        </p>
      </div>
      <Evidence row={row} years={rest.years} />
      <Earlier row={row} />
      {row.question && <Question question={row.question} kind={row.kind as FindingKind} />}
      {row.state === 'blocked' ? (
        <div className={classes.part}>
          It can be lifted on the tab Review of the proposal, by a member of the office without a conflict of
          interest.
        </div>
      ) : (
        <Verdicts key={keyOf(row)} row={row} {...rest} />
      )}
    </section>
  )
}

const Evidence = ({ row, years }: { row: FindingRow; years: number }) => (
  <div className={classes.part}>
    <h3>
      Evidence{' '}
      {row.kind === 'together' && <span>{`within the last ${years === 1 ? 'year' : `${years} years`}`}</span>}
    </h3>
    <ul className={classes.evidence}>
      {row.evidence.map(({ text, proposal }) => (
        <li key={`${proposal?.id} ${text}`}>
          {proposal && (
            <div>
              <ScreenLink to={address('/proposals/detail/$id', { id: proposal.id })} inherit>
                {`${proposal.id}: ${proposal.title}`}
              </ScreenLink>
            </div>
          )}
          <span className={proposal ? classes.quiet : undefined}>{text}</span>
        </li>
      ))}
    </ul>
    {row.state !== 'blocked' && (
      <p style={{ margin: '6px 0 0' }}>
        <StrengthBars of={row.strength} />
      </p>
    )}
  </div>
)

const Earlier = ({ row: { earlier } }: { row: FindingRow }) =>
  earlier.length > 0 && (
    <div className={classes.part}>
      <h3>Judged before</h3>
      {earlier.map(({ verdict, by, at, reason, proposal, same_evidence }) => (
        <p key={`${at} ${proposal?.id}`}>
          {proposal && `${termLabel(proposal.term_id)}, ${proposal.id}: `}
          {`${VERDICTS[verdict]} by ${by}, ${day(time(at))}.`}
          {reason && ` ${reason}`}{' '}
          <span className={classes.quiet}>{sinceText(verdict, proposal !== null, same_evidence)}</span>
        </p>
      ))}
    </div>
  )

const sinceText = (verdict: 'block' | 'allow', elsewhere: boolean, same: boolean) => {
  if (!same) return 'The evidence has changed since.'
  if (elsewhere) return 'The evidence is the same.'
  return verdict === 'block' ? 'The conflict of interest was lifted since.' : ''
}

function Question({ question, kind }: { question: NonNullable<FindingRow['question']>; kind: FindingKind }) {
  const { by, at, answer, note, answered_at, open_until } = question
  const { yes, no } = questionOn(kind, [])
  return (
    <div className={classes.part}>
      <h3>
        Asked by {by}, {day(time(at))}
      </h3>
      {answer === null ? (
        <p>{`No answer yet. The link works until ${day(time(open_until))}.`}</p>
      ) : (
        <>
          <p>
            <span className={classes.answered} data-conflict={answer || undefined}>
              {`“${answer ? yes : no}”`}
            </span>
            , {day(time(answered_at!))}
          </p>
          {note && <p>{note}</p>}
        </>
      )}
    </div>
  )
}

type VerdictsProps = Pick<FindingPaneProps, 'row' | 'why' | 'judging'>

/** Block, Allow and Ask, also by the keys B, A and Q where nothing is typed. */
function Verdicts({ row, why, judging }: VerdictsProps) {
  const same = row.earlier.find(({ verdict, same_evidence }) => verdict === 'allow' && same_evidence)
  const [reason, setReason] = useState(row.state === 'allowed' ? '' : (same?.reason ?? ''))
  const whyNotAllow = why ?? (reason.trim() === '' ? NEEDED_TO_ALLOW : null)
  const block = () => judging.block([row], reason)
  const allow = () => judging.allow([row], reason)
  const ask = () => judging.ask([row])
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (isTextEntry(event.target) || document.querySelector('[role=dialog]')) return
    const key = event.key.toLowerCase()
    if (!['b', 'a', 'q'].includes(key) || why !== null || judging.pending) return
    event.preventDefault()
    if (key === 'b') void block()
    else if (key === 'q') void ask()
    else if (whyNotAllow === null) void allow()
    else document.getElementById('reason')?.focus()
  })
  useEffect(() => {
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  return (
    <div className={classes.part}>
      <Textarea
        id="reason"
        label="Reason"
        description="Needed to allow"
        placeholder="Why this is no conflict"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={REASON_LENGTH}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={classes.verdicts}>
        <WriteButton why={why} disabled={judging.pending} aria-keyshortcuts="b" onClick={block}>
          Block and show the next <kbd aria-hidden>B</kbd>
        </WriteButton>
        <WriteButton
          variant="default"
          why={whyNotAllow}
          disabled={judging.pending}
          aria-keyshortcuts="a"
          onClick={allow}
        >
          Allow <kbd aria-hidden>A</kbd>
        </WriteButton>
        <WriteButton
          variant="default"
          why={why}
          disabled={judging.pending}
          aria-keyshortcuts="q"
          onClick={ask}
        >
          {row.question ? 'Ask again' : 'Ask the person'} <kbd aria-hidden>Q</kbd>
        </WriteButton>
      </div>
      <InlineMessage />
      <p className={classes.hint}>
        {`Block records a conflict of interest: ${row.user.name} then sees nothing of the reviews of ${row.proposal.id} and writes none; no e-mail is sent. Ask sends one e-mail with a question and two answers; it names neither the proposal nor a review.`}
      </p>
    </div>
  )
}
