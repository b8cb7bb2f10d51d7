import { findRankMistakes, type Ranks, sortByRank } from '#domain/reports/ranks.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { DraftNote, LeaveGuard } from '#web/ui/forms/unsaved_work.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
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
    <Section title="Your ranking" flush>
      <div className={classes.bar}>
        <p className={classes.hint}>
          Best first: drag a row by its grip, or lift it with Space and move it with the arrow keys.
        </p>
        <RankMistakes ranks={ranks} />
        <SaveRanks ranks={ranks} proposalOf={(id) => reportOf(id)?.proposal.id} />
      </div>
      {/* Below the bar, so that Save stays where it is. */}
      <div className={classes.refusal}>
        <InlineMessage />
      </div>
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

const andList = new Intl.ListFormat('en', { type: 'conjunction' })
const rankNumbers = (numbers: readonly number[]) =>
  `${numbers.length === 1 ? 'Rank' : 'Ranks'} ${andList.format(numbers.map(String))}`

/** Ranks that are used twice or missing; always there, so that nothing moves when it says something. */
function RankMistakes({ ranks }: { ranks: RankEditing }) {
  const { gaps, doubles } = findRankMistakes(ranks.all)
  const mistakes = [
    doubles.length > 0 && `${rankNumbers(doubles)} ${doubles.length === 1 ? 'is' : 'are'} used twice.`,
    gaps.length > 0 && `${rankNumbers(gaps)} ${gaps.length === 1 ? 'is' : 'are'} not used.`,
  ].filter(Boolean)
  return (
    <span role="status" className={classes.mistakes}>
      {mistakes.join(' ')}
    </span>
  )
}

const LEAVE =
  'You have ranks that are not saved. They are kept as a draft on this device and come back when you open this page again.'

/** Receipts name as many proposals. */
const MAX_NAMED = 4

interface SaveRanksProps {
  ranks: RankEditing
  /** The id of the proposal of a report. */
  proposalOf: (report: string) => number | undefined
}

/** Saves the changed ranks of all pages, and takes them back on Undo; asks before leaving with unsaved ones. */
function SaveRanks({ ranks, proposalOf }: SaveRanksProps) {
  const ask = useConfirm()
  const { changed, saved } = ranks
  const before = Object.fromEntries(Object.keys(changed).map((id) => [id, ranks.stored[id] ?? null]))
  const restore = useAction(api.reports.saveRanks, {
    success: `Ranks restored: ${receipt(before, proposalOf)}.`,
    onDone: () => saved(before),
    onRefused: () => void ranks.refused(),
  })
  const save = useAction(api.reports.saveRanks, {
    success: `Ranks saved: ${receipt(changed, proposalOf)}.`,
    undo: () => ({ run: () => restore.run({ body: { ranks: before } }) }),
    onDone: () => saved(changed),
    onRefused: () => void ranks.refused(),
  })
  const unsaved = Object.keys(changed).length > 0
  return (
    <>
      <WriteButton
        why={unsaved ? null : 'No rank was changed.'}
        onClick={() =>
          void ask({
            question: 'Do you want to save rank?',
            act: () => save.run({ body: { ranks: changed } }),
          })
        }
      >
        Save
      </WriteButton>
      <LeaveGuard unsaved={() => unsaved} question={LEAVE} />
    </>
  )
}

/** '56 is 1, 57 is 2, 58 has none'. */
function receipt(ranks: Ranks, proposalOf: SaveRanksProps['proposalOf']): string {
  const texts = Object.entries(ranks).map(
    ([id, rank]) => `${proposalOf(id) ?? '?'} ${rank === null ? 'has none' : `is ${rank}`}`,
  )
  const named = texts.slice(0, MAX_NAMED)
  return [...named, ...(texts.length > MAX_NAMED ? [`and ${texts.length - MAX_NAMED} more`] : [])].join(', ')
}
