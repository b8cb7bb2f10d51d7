import { Title } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react'
import { type Address, address } from '#domain/address.ts'
import { runCounts, runTitle } from '#domain/applicants/runs.ts'
import type { Todo } from '#domain/call_state/contract.ts'
import { TODO, TODO_GROUPS, TODO_KINDS, type TodoKey, type TodoKind } from '#domain/call_state/rules.ts'
import { day, time, timeLeft } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { Lines } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import classes from './-dashboard.module.css'

/** The tasks of office or curation: counts that link to the matching list, problems first. */
export function TodoList({ todo }: { todo: readonly Todo[] }) {
  const office = useIsOffice()
  const groups = TODO_KINDS.map((kind) => ({ kind, lines: todo.filter((line) => line.kind === kind) }))
  return (
    <Section title="To do" aside={todo.length > 0 && summary(todo)} flush>
      {office && <RunLine />}
      {todo.length === 0 && <p className={classes.quiet}>Nothing to do.</p>}
      {groups.map(({ kind, lines }) => lines.length > 0 && <Group key={kind} kind={kind} lines={lines} />)}
      {office && todo.every(({ key }) => key !== 'not_registered') && <NoNewUsersLine />}
    </Section>
  )
}

export const TodoSkeleton = () => (
  <Section title="To do">
    <Lines count={10} />
  </Section>
)

function summary(todo: readonly Todo[]) {
  const problems = todo.filter(({ kind }) => kind === 'attention').length
  const items = todo.length === 1 ? '1 item' : `${todo.length} items`
  return problems === 0 ? items : `${items}, ${problems} need${problems === 1 ? 's' : ''} attention`
}

const Group = ({ kind, lines }: { kind: TodoKind; lines: readonly Todo[] }) => (
  <div className={classes.group}>
    <Title order={3} className={classes.kind}>
      {TODO_GROUPS[kind]}
    </Title>
    <ul className={classes.todo}>
      {lines.map((line) => (
        <TodoLine key={line.key} line={line} />
      ))}
    </ul>
  </div>
)

/** Where the work is done at once for many, where that is not the list that the count leads to. */
const WORKPLACES: Partial<Record<TodoKey, Address>> = { without_reviewer: address('/reviewers/assign') }

function TodoLine({ line }: { line: Todo }) {
  const { key, label, count, href, verb, kind } = line
  const isProblem = kind === 'attention'
  return (
    <li data-bad={isProblem || undefined}>
      {isProblem ? (
        <IconAlertTriangle className={classes.sign} size={16} aria-hidden />
      ) : (
        <i className={classes.pin} />
      )}
      <div className={classes.what}>
        <ScreenLink to={href} className={classes.count}>
          {`${label} : `}
          <b>{count}</b>
        </ScreenLink>
        <span className={classes.why}>{whyOf(line)}</span>
      </div>
      <LinkButton to={WORKPLACES[key] ?? href} variant="default" size="compact-sm" className={classes.verb}>
        <span className={classes.word}>{verb}</span>
        <span className={classes.of}> {label}</span>
        <IconChevronRight size={14} aria-hidden />
      </LinkButton>
    </li>
  )
}

/** The due date of a task, the time left, and its note. */
function whyOf({ note, due_at }: Todo): string {
  if (due_at === null) return note
  const now = new Date()
  const due = +now < Date.parse(due_at) ? 'due' : 'were due'
  return `${due} ${day(time(due_at))}, ${timeLeft(due_at, now)}${note && `: ${note}`}`
}

const POLL_MS = 3000

/** The last decision on many applicants, while it is carried out and for a day after. */
function RunLine() {
  const runs = useCall(
    api.applicants.runs,
    {},
    { again: (all) => (all.some(({ ended_at }) => ended_at === null) ? POLL_MS : false) },
  )
  const run = runs.data?.[0]
  if (!run) return null
  return (
    <p className={classes.quiet}>
      <ScreenLink to={address('/proposers/applicant')} c="inherit" fz="inherit">
        {`${runTitle(run)} : ${runCounts(run)}`}
      </ScreenLink>
      {` (${run.started_by}, ${time(run.started_at)})`}
    </p>
  )
}

/** The number of undecided notices where they are no task: there are none, or the call is closed. */
function NoNewUsersLine() {
  const count = useCall(api.applicants.notRegisteredCount).data ?? 0
  return (
    <p className={classes.quiet}>
      <ScreenLink to={address('/proposers/applicant', {}, { status: '0' })} c="inherit" fz="inherit">
        {`${TODO.not_registered.label} : ${count}`}
      </ScreenLink>
    </p>
  )
}
