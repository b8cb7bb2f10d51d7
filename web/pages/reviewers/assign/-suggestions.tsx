import { Button, Text, VisuallyHidden } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { address } from '#domain/address.ts'
import type { Change, Suggestion } from '#domain/assign_reviewers/contract.ts'
import { groupBy } from '#domain/group_by.ts'
import { figure } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useFollowedAction } from '#web/lib/http/followed_action.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import type { Axes, Place } from '#web/ui/grid/axes.ts'
import { WorkProgress } from '#web/ui/grid/work_progress.tsx'
import { StickyBar } from '#web/ui/layout/sticky_bar.tsx'
import type { AssignModel } from './-model.ts'
import classes from './suggestions.module.css'

type Allowance = NonNullable<Change['allow']>

/** How a suggestion was asked for. */
interface Wish {
  /** Only in place of declined reports. */
  repair: boolean
  /** More reports for single reviewers. */
  allow: readonly Allowance[]
}

/** The suggestions over a grid: no reports until someone takes them, gone when they are dismissed or the page is reloaded. */
export function useSuggestions(model: AssignModel, term_id: string, proposal_ids: readonly number[] | null) {
  const [answer, setAnswer] = useState<(Suggestion & Wish) | null>(null)
  const { run, pending, progress, cancel } = useFollowedAction(api.assignReviewers.suggest)
  async function ask(wish: Wish) {
    const reply = await run({
      body: {
        term_id,
        marks: model.allMarks(),
        acknowledged: model.acknowledgedCells(),
        allow: [...wish.allow],
        repair: wish.repair,
        ...(proposal_ids && { proposal_ids: [...proposal_ids] }),
      },
    })
    if (reply?.result !== 1) return
    setAnswer({ ...reply, ...wish })
    model.setSuggestions(reply.items)
  }
  return {
    answer,
    pending,
    progress,
    cancel,
    suggest: () => ask({ repair: false, allow: [] }),
    repair: () => ask({ repair: true, allow: [] }),
    /** Asks again with what the smallest change allows. */
    allow: (more: readonly Allowance[]) =>
      ask({ repair: answer?.repair ?? false, allow: [...(answer?.allow ?? []), ...more] }),
    dismiss() {
      setAnswer(null)
      model.setSuggestions([])
    },
  }
}
export type Suggestions = ReturnType<typeof useSuggestions>

interface SuggestionBarProps {
  model: AssignModel
  axes: Axes
  active: Place
  suggestions: Suggestions
  taking: boolean
  take: (places: readonly Place[]) => void
}

/** What is suggested and what falls short, with what can be done with it; while it is computed, how far it is. */
export function SuggestionBar({ suggestions, ...bar }: SuggestionBarProps) {
  const { answer, pending } = suggestions
  useSyncExternalStore(bar.model.subscribe, bar.model.getVersion)
  return (
    <>
      {/* The live region exists before it has content, so that screen readers announce it. */}
      <VisuallyHidden role="status">
        {answer && !pending && <Summary open={bar.model.openSuggestions()} answer={answer} />}
      </VisuallyHidden>
      {pending && <Computing suggestions={suggestions} />}
      {answer && !pending && <Bar {...bar} suggestions={suggestions} answer={answer} />}
    </>
  )
}

const Computing = ({ suggestions: { progress, cancel } }: { suggestions: Suggestions }) => (
  <StickyBar
    label="Suggestions"
    actions={
      <Button variant="default" onClick={cancel}>
        Cancel
      </Button>
    }
  >
    <WorkProgress progress={progress} />
  </StickyBar>
)

const countText = (count: number, one: string, several = `${one}s`) =>
  `${count} ${count === 1 ? one : several}`

function Bar({
  model,
  axes,
  active,
  suggestions,
  taking,
  take,
  answer,
}: SuggestionBarProps & { answer: Suggestion & Wish }) {
  const open = model.openSuggestions()
  const inRow = open.filter(({ place }) =>
    axes.transposed ? place.column === active.column : place.row === active.row,
  )
  const why = taking ? 'The reports are being added.' : null
  return (
    <StickyBar
      label="Suggestions"
      long
      actions={
        <>
          <Button variant="subtle" onClick={suggestions.dismiss}>
            Dismiss
          </Button>
          {inRow.length > 0 && inRow.length < open.length && (
            <WriteButton
              variant="default"
              why={why}
              title={WHAT_TAKE_DOES}
              onClick={() => take(inRow.map(({ place }) => place))}
            >
              {`Take this row: ${inRow.length}`}
            </WriteButton>
          )}
          {open.length > 0 && (
            <WriteButton
              why={why}
              title={WHAT_TAKE_DOES}
              onClick={() => take(open.map(({ place }) => place))}
            >
              {`Take all ${open.length}`}
            </WriteButton>
          )}
        </>
      }
    >
      <p className={classes.line}>
        <Summary open={open} answer={answer} />
      </p>
      <Shortage answer={answer} suggestions={suggestions} />
      {answer.ignored.length > 0 && <IgnoredCells model={model} answer={answer} />}
    </StickyBar>
  )
}

export const WHAT_TAKE_DOES = 'Adds reports as Not Requested. No e-mail is sent.'

interface SummaryProps {
  open: ReturnType<AssignModel['openSuggestions']>
  answer: Suggestion & Wish
}

/** '23 suggestions for 14 proposals · lowest fit 57, average 71 · no better choice exists, found in 0.6 s' */
function Summary({ open, answer }: SummaryProps) {
  const { short, repair } = answer
  if (open.length === 0)
    return (
      <>
        <b>
          {answer.items.length > 0
            ? 'All suggestions are taken or no longer possible.'
            : 'Nothing to suggest.'}
        </b>{' '}
        {short.length === 0 &&
          (repair ? 'No declined report needs replacing.' : 'Every proposal has its reports.')}
      </>
    )
  const fits = open.map(({ fit }) => fit)
  const average = fits.reduce((sum, fit) => sum + fit, 0) / fits.length
  const proposals = groupBy(open, ({ proposal_id }) => proposal_id).size
  return (
    <>
      <b>{countText(open.length, 'suggestion')}</b> for {countText(proposals, 'proposal')} · lowest fit{' '}
      {Math.min(...fits)}, average {Math.round(average)} ·{' '}
      <span className={classes.quiet}>
        {boundText(answer)}, found in {figure(answer.seconds, 1)} s
      </span>
    </>
  )
}

/** Whether a better suggestion could exist, and how much better at most. */
export function boundText({ proven, reached, bound }: Suggestion): string {
  if (proven) return 'no better choice exists'
  const lowest = bound.lowest !== null && bound.lowest > (reached.lowest ?? 0) ? bound.lowest : null
  const better =
    lowest === null ? `a sum of ${bound.total} instead of ${reached.total}` : `a lowest fit of ${lowest}`
  return `a better choice could reach at most ${better}`
}

const LIMIT_NAMES: Record<Change['limit'], string> = {
  per_proposal: 'Reports per proposal',
  per_reviewer: 'Reports per reviewer',
  organisation: 'One per organisation',
  method: 'Knows one of its methods',
  conflict: 'conflicts of interest',
  candidates: 'too few reviewers',
}

/** More proposals than these are counted. */
const MAX_NAMED = 5
const andList = new Intl.ListFormat('en-GB')

/** Which proposals stay short of reports, which limit keeps them so, and the smallest change that would do. */
function Shortage({ answer, suggestions }: { answer: Suggestion; suggestions: Suggestions }) {
  const { short, change } = answer
  if (short.length === 0) return null
  const missing = short.reduce((sum, one) => sum + one.missing, 0)
  const more = Math.max(0, short.length - MAX_NAMED)
  const named = short.slice(0, MAX_NAMED).map(({ proposal_id }) => String(proposal_id))
  const ids = andList.format(more > 0 ? [...named, `${more} more`] : named)
  const limits = [...new Set(short.map(({ limit }) => LIMIT_NAMES[limit]))].join(', ')
  const allowances = change.flatMap(({ allow }) => (allow ? [allow] : []))
  return (
    <p className={classes.line} title={[...short, ...change].map(({ text }) => text).join('\n')}>
      <span className={classes.bad}>
        {`${ids} ${short.length === 1 ? 'stays' : 'stay'} ${countText(missing, 'report')} short`}
      </span>{' '}
      <span className={classes.quiet}>
        ({limits}).
        {change.length > 0 && ` Smallest change: ${changeText(change)}.`}
      </span>{' '}
      {change.some(({ limit }) => limit === 'conflict') && (
        <ScreenLink inherit to={address('/reviewers/conflicts')}>
          Judge conflicts
        </ScreenLink>
      )}{' '}
      {allowances.length > 0 && (
        <button type="button" className={classes.link} onClick={() => void suggestions.allow(allowances)}>
          {allowances.length === 1 ? `Allow ${allowances[0]!.max_reports}` : `Allow all ${allowances.length}`}
        </button>
      )}
    </p>
  )
}

/** More parts of the smallest change than these are counted. */
const MAX_CHANGES = 2

const changeText = (change: readonly Change[]) => {
  const more = change.length - MAX_CHANGES
  return `${change
    .slice(0, MAX_CHANGES)
    .map(({ text }) => text)
    .join('; ')}${more > 0 ? `; and ${countText(more, 'other change')}` : ''}`
}

/** Cells that were fixed by hand and cannot be part of a suggestion. */
const IgnoredCells = ({ model, answer }: { model: AssignModel; answer: Suggestion }) => (
  <p className={classes.line}>
    <span className={classes.bad}>{countText(answer.ignored.length, 'fixed cell')} left out:</span>{' '}
    <Text span inherit className={classes.quiet}>
      {answer.ignored
        .slice(0, MAX_NAMED)
        .map((cell) => {
          const name = model.rows.find(({ id }) => id === cell.user_id)?.name
          return `${name ?? 'a reviewer'} for ${cell.proposal_id} (${cell.text.replace(/\.$/u, '')})`
        })
        .join(', ')}
      {answer.ignored.length > MAX_NAMED && ` and ${answer.ignored.length - MAX_NAMED} more`}
    </Text>
    <VisuallyHidden>.</VisuallyHidden>
  </p>
)
