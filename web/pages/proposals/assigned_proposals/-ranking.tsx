import { findRankMistakes, sortByRank } from '#domain/reports/ranks.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { DraftNote, LeaveGuard } from '#web/ui/forms/unsaved_work.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useReorder } from '#web/ui/lists/reorder.tsx'
import { scoreText } from '#web/ui/report/report_status.tsx'
import { Note } from '#web/ui/text/note.tsx'
import type { RankEditing } from './-rank_editing.ts'
import classes from './ranking.module.css'

/** The key of the line between the ranked rows and the others. */
const LINE = 'line'

/** The reviewer's reports by rank, moved by dragging or by keys: best first above the line, unranked below it. */
export function Ranking({ ranks }: { ranks: RankEditing }) {
  const term = useCall(api.terms.current).data
  const query = { term_id: term ?? undefined, per_page: 100 }
  const reports = useCall(api.reports.assigned, { query }, { enabled: term !== undefined }).data?.data ?? []
  const own = reports.filter(({ id }) => ranks.has(id))
  const { ranked, unranked } = sortByRank(
    own.map(({ id }) => id),
    ranks.all,
  )
  const reportOf = (key: string) => own.find(({ id }) => String(id) === key)
  const reorder = useReorder({
    nameOf: (key) => `${reportOf(key)?.proposal.id}: ${reportOf(key)?.proposal.title}`,
    placeOf: (key, order) =>
      order.indexOf(key) < order.indexOf(LINE) ? `rank ${order.indexOf(key) + 1}` : 'not ranked',
    onDrop: (order) => {
      const line = order.indexOf(LINE)
      ranks.setAll(
        Object.fromEntries(
          order.flatMap((key, at) => (key === LINE ? [] : [[key, at < line ? at + 1 : null]])),
        ),
      )
    },
  })
  if (own.length === 0) return null
  const order = reorder.lifted?.order ?? [...ranked, LINE, ...unranked].map(String)
  const line = order.indexOf(LINE)
  return (
    <Section title="Your ranking" aside={<SaveRanks ranks={ranks} />} flush>
      <p className={classes.hint}>
        Best first: drag a row by its grip, or lift it with Space and move it with the arrow keys.
      </p>
      <div className={classes.message}>
        <DraftNote
          draft={ranks.draft}
          what="ranks"
          describeChanges={() =>
            own.flatMap(({ id, proposal }) =>
              id in ranks.changed ? [`${proposal.id}: ${proposal.title}: rank ${ranks.all[id] ?? '-'}`] : [],
            )
          }
        />
      </div>
      {ranks.dropped.length > 0 && (
        <div className={classes.message}>
          <Note kind="warn">{ranks.dropped.join(' ')}</Note>
        </div>
      )}
      <RankMistakes ranks={ranks} />
      <ol className={classes.rows} aria-label="Your ranking">
        {order.map((key, at) => {
          const report = reportOf(key)
          if (!report)
            return (
              <li key={LINE} className={classes.line} {...reorder.row(LINE)}>
                Not ranked
              </li>
            )
          const rank = reorder.lifted === null ? ranks.all[report.id] : at < line ? at + 1 : null
          return (
            <li key={key} className={classes.row} {...reorder.row(key)}>
              {reorder.grip(key)}
              <b className={classes.rank}>{rank ?? '-'}</b>
              <span className={classes.title} title={report.proposal.title}>
                <span className={classes.id}>{`${report.proposal.id}:`}</span> {report.proposal.title}
              </span>
              <span className={classes.scores}>
                {`Science ${scoreText(report.science_score)} · Technical ${scoreText(report.technical_score)}`}
              </span>
            </li>
          )
        })}
      </ol>
      {reorder.spoken}
    </Section>
  )
}

const listed = (numbers: readonly number[]) => numbers.join(', ')

/** Warns of ranks that are used twice or missing. */
function RankMistakes({ ranks }: { ranks: RankEditing }) {
  const { gaps, doubles } = findRankMistakes(ranks.all)
  if (gaps.length === 0 && doubles.length === 0) return null
  return (
    <div className={classes.message}>
      <Note kind="warn">
        {doubles.length > 0 && `Given twice: ${listed(doubles)}. `}
        {gaps.length > 0 && `Given to none: ${listed(gaps)}.`}
      </Note>
    </div>
  )
}

const LEAVE =
  'You have ranks that are not saved. They are kept as a draft on this device and come back when you open this page again.'

/** Saves the changed ranks of all pages; asks before leaving with unsaved ones. */
function SaveRanks({ ranks }: { ranks: RankEditing }) {
  const ask = useConfirm()
  const save = useAction(api.reports.saveRanks, {
    onDone: () => ranks.saved(ranks.changed),
    onRefused: () => void ranks.refused(),
  })
  const unsaved = Object.keys(ranks.changed).length > 0
  return (
    <>
      <ButtonWithReason
        why={unsaved ? null : 'No rank was changed.'}
        onClick={() =>
          void ask({
            question: 'Do you want to save rank?',
            act: () => save.run({ body: { ranks: ranks.changed } }),
          })
        }
      >
        Save
      </ButtonWithReason>
      <LeaveGuard unsaved={() => unsaved} question={LEAVE} />
    </>
  )
}
