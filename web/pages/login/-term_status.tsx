import type { PublicTerm } from '#domain/terms/public_term.ts'
import { NO_TERM, type WindowState, windowsOf } from '#domain/terms/rules.ts'
import { termLabel, time, timeLeft } from '#web/lib/format/format.ts'
import { useCurrentTerm } from '#web/lib/session/current_term.ts'
import classes from './login.module.css'

/** The current term and its dates, for visitors. */
export function TermStatus() {
  const term = useCurrentTerm()
  if (term === undefined) return null
  if (term === null)
    return (
      <Heading name={NO_TERM} small>
        The administration office has to open one.
      </Heading>
    )
  const name = termLabel(term.id)
  if (term.dates?.disabled) return <Heading name={name}>{name} is closed.</Heading>
  return (
    <>
      <Heading name={name}>
        The yearly call for samples of two asteroids. Open to laboratories worldwide; a panel selects on
        merit.
      </Heading>
      {term.dates && <Dates term={term.dates} />}
    </>
  )
}

interface ToldProps {
  name: string
  small?: boolean
  children: React.ReactNode
}

const Heading = ({ name, small, children }: ToldProps) => (
  <>
    <p className={classes.name} data-small={small}>
      {name}
    </p>
    <p className={classes.lead}>{children}</p>
  </>
)

function Dates({ term }: { term: PublicTerm }) {
  const { notices, proposals, reviews } = windowsOf(term, new Date())
  return (
    <ul className={classes.dates}>
      <Stage {...notices} word={WORDS[notices.state]} note={noteOf(notices)} />
      <Stage {...proposals} word={WORDS[proposals.state]} note={noteOf(proposals)} />
      <Stage {...reviews} at={term.reviews_due_at} word="due" note="by the panel’s reviewers" />
    </ul>
  )
}

const WORDS = { coming: 'from', open: 'until', over: 'until' }

/** State of a window; days are counted as in the frame. */
function noteOf({ state, at }: WindowState): string {
  if (state === 'over') return 'closed'
  const left = timeLeft(at, new Date())
  if (left === 'today') return state === 'open' ? 'open, closes today' : 'opens today'
  return state === 'open' ? `open, ${left} left` : `opens in ${left}`
}

const Stage = ({ label, state, at, word, note }: WindowState & { word: string; note: string }) => (
  <li data-state={state}>
    <b>{label}</b>
    <time dateTime={at} title={time(at)}>
      {word} {time(at).slice(0, 10)}
    </time>
    <span>{note}</span>
  </li>
)
