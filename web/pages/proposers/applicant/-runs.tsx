import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCircle, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ApplicantRow, Run, RunSummary } from '#domain/applicants/contract.ts'
import { countApplicants, RUN_WORDS, runTitle } from '#domain/applicants/runs.ts'
import { NOT_REGISTERED } from '#domain/applicants/status.ts'
import { time } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import type { Selection } from '#web/lib/lists/selection.ts'
import { storeItem } from '#web/lib/session/local_storage.ts'
import { LoadError } from '#web/ui/layout/loaded.tsx'
import classes from './-runs.module.css'

const POLL_MS = 1000
/** Runs of colleagues are looked for less often. */
const LOOK_MS = 15_000

const CLOSED_KEY = 'ao.closed_run'

/** The runs to show: all that have not ended, and the last ended one until it is closed on this device. */
export function useShownRuns(): { runs: readonly RunSummary[]; close: (id: number) => void } {
  const [closed, setClosed] = useState(() => Number(localStorage.getItem(CLOSED_KEY)) || 0)
  const all = useCall(api.applicants.runs, {}, { again: LOOK_MS }).data ?? []
  const ended = all.find(({ ended_at }) => ended_at !== null)
  const runs = all.filter((run) => run.ended_at === null || (run === ended && run.id > closed))
  const close = (id: number) => {
    storeItem(CLOSED_KEY, String(id))
    setClosed(id)
  }
  return { runs, close }
}

interface RunsProps {
  runs: readonly RunSummary[]
  close: (id: number) => void
  /** The run that was started here last. */
  started: number | null
  selection: Selection<ApplicantRow>
}

/** How far the runs have come, beside the list. */
export const Runs = ({ runs, close, started, selection }: RunsProps) => (
  <div className={classes.runs}>
    {runs.map((run) => (
      <RunCard key={run.id} of={run} close={close} own={run.id === started} selection={selection} />
    ))}
  </div>
)

interface RunCardProps {
  of: RunSummary
  close: RunsProps['close']
  own: boolean
  selection: Selection<ApplicantRow>
}

function RunCard({ of: summary, close, own, selection }: RunCardProps) {
  const query = useCall(
    api.applicants.run,
    { params: { id: summary.id } },
    { again: (run) => (run.ended_at === null ? POLL_MS : false) },
  )
  const run = query.data
  const queries = useQueryClient()
  const ended = (run?.done ?? 0) + (run?.failed ?? 0)
  // What the run changes is read again as it goes on.
  useEffect(() => {
    if (ended > 0)
      void queries.invalidateQueries({
        predicate: ({ queryKey: [area, name] }) =>
          (area === 'applicants' && name !== 'run') || area === 'callState',
      })
  }, [ended, queries])
  const title = useRef<HTMLHeadingElement>(null)
  // The button that started it is gone with its dialog.
  useEffect(() => {
    if (own) title.current?.focus()
  }, [own])
  const selectFailed = useSelectFailed(run, selection, own)
  const { started_by, started_at } = summary
  return (
    <section className={classes.run} aria-labelledby={`run-${summary.id}`}>
      <div className={classes.head}>
        <h2 id={`run-${summary.id}`} ref={title} tabIndex={-1}>
          {titleOf(run ?? summary)}
        </h2>
        <span>{`by ${started_by}, ${time(started_at)}`}</span>
        {(run ?? summary).ended_at !== null && (
          <ActionIcon aria-label="Close" title="Close" onClick={() => close(summary.id)}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <Progress run={run ?? summary} />
      {query.error ? (
        <LoadError error={query.error} retry={() => void query.refetch()} />
      ) : (
        run && <Rows run={run} />
      )}
      {run && run.failed > 0 && selectFailed && (
        <div className={`${classes.part} ${classes.foot}`}>
          <Button variant="default" size="compact-sm" onClick={() => void selectFailed()}>
            {run.failed === 1 ? 'Select the failed one' : `Select the ${run.failed} failed ones`}
          </Button>
        </div>
      )}
    </section>
  )
}

/** 'Registering 9 applicants', then '8 of 9 applicants registered'. */
function titleOf(run: RunSummary): string {
  if (run.ended_at === null) return runTitle(run)
  const { decision, done, failed } = run
  const applicants = failed > 0 ? `${done} of ${countApplicants(done + failed)}` : countApplicants(done)
  return `${applicants} ${RUN_WORDS[decision].done}`
}

function Progress({ run }: { run: RunSummary }) {
  const { decision, waiting, done, failed, ended_at } = run
  const total = waiting + done + failed
  const share = (count: number) => ({ width: `${(100 * count) / total}%` })
  return (
    <div className={classes.part}>
      <p className={classes.counts} role="status">
        <b>{`${done} ${RUN_WORDS[decision].done}`}</b>
        {failed > 0 && (
          <>
            {', '}
            <b className={classes.failed}>{`${failed} failed`}</b>
          </>
        )}
        {waiting > 0 && `, ${waiting} waiting`}
      </p>
      <div className={classes.bar} aria-hidden>
        <i style={share(done)} />
        <i data-failed style={share(failed)} />
      </div>
      <p className={classes.hint}>
        {ended_at === null
          ? 'Continues if you leave this page; the Dashboard shows the result.'
          : `Ended ${time(ended_at)}.`}
      </p>
    </div>
  )
}

const SIGNS = { waiting: IconCircle, done: IconCheck, failed: IconAlertTriangle }
const ORDER = { failed: 0, waiting: 1, done: 2 }

/** Failures first, with their reasons; the others in the order of the run. */
const Rows = ({ run: { decision, ended_at, rows } }: { run: Run }) => (
  <section
    className={`${classes.part} ${classes.rows}`}
    aria-label="Applicants"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
    tabIndex={0}
    data-all-done={rows.every(({ state }) => state === 'done') || undefined}
  >
    <ul>
      {(ended_at === null ? rows : rows.toSorted((a, b) => ORDER[a.state] - ORDER[b.state])).map((row) => {
        const Sign = SIGNS[row.state]
        return (
          <li key={row.applicant_id} data-state={row.state}>
            <Sign size={14} stroke={2.2} aria-hidden />
            <span className={classes.name} title={row.name}>
              {row.name}
            </span>
            {row.state === 'failed' ? (
              <>
                <span className={classes.failed}>{`Not ${RUN_WORDS[decision].done}`}</span>
                <span className={classes.why}>{row.message}</span>
              </>
            ) : (
              <span className={classes.what}>{row.state === 'waiting' ? 'waiting' : row.message}</span>
            )}
          </li>
        )
      })}
    </ul>
  </section>
)

const PAGE = 100

/**
 * Selects the applicants that failed in a run and can still be decided on: by itself as they fail, in the tab that started
 * the run, and when called. Null if all of them are selected.
 */
function useSelectFailed(run: Run | undefined, selection: Selection<ApplicantRow>, own: boolean) {
  const seen = useRef(new Set<number>())
  const failed = (run?.rows ?? [])
    .filter(({ state }) => state === 'failed')
    .map(({ applicant_id }) => applicant_id)
  const key = failed.join()
  const select = async (ids: readonly number[]) => {
    for (let from = 0; from < ids.length; from += PAGE) {
      const query = { ids: ids.slice(from, from + PAGE), status: [NOT_REGISTERED], per_page: PAGE }
      const page = await api.applicants.list({ query }).catch(() => null)
      if (page) selection.selectAll(page.data, true)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what has failed since matters
  useEffect(() => {
    if (!own) return
    const added = failed.filter((id) => !seen.current.has(id))
    for (const id of added) seen.current.add(id)
    if (added.length > 0) void select(added)
  }, [key, own])
  const selected = new Set(selection.rows.map(({ id }) => id))
  return failed.every((id) => selected.has(id)) ? null : () => select(failed)
}
