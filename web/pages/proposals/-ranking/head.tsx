import { Menu } from '@mantine/core'
import { IconChevronDown, IconFileText, IconPresentation } from '@tabler/icons-react'
import { address } from '#domain/address.ts'
import { meetingState } from '#domain/meetings/status.ts'
import type { MyGrade } from '#domain/panel/grades.ts'
import { termLabel, time } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { WriteMenuItem } from '#web/ui/actions/menu_item.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { FilterSwitch } from '#web/ui/lists/filter_switch.tsx'
import type { FilterSearch } from '#web/ui/lists/list_page.tsx'
import { type RankingView, VIEWS } from '../-list.ts'
import { useGrades, useMyGrades } from './grade_editing.ts'
import classes from './head.module.css'

/** The call of the ranking; undefined when it shows all calls, or none is known. */
export function useRankedTerm(term_id: unknown): number | undefined {
  const current = useCall(api.terms.current).data
  if (term_id === undefined) return current ?? undefined
  return Number(term_id) || undefined
}

/** What a panel member does with a call's ranking: how many are graded, share them, the book, the meeting. */
export function RankingHead({ term_id }: { term_id: number }) {
  const grades = useGrades()
  return (
    <>
      {grades && <Graded term_id={term_id} />}
      <CsvButton
        className={classes.book}
        call={api.panelBook.download}
        input={{ query: { term_id } }}
        leftSection={<IconFileText size={16} aria-hidden />}
      >
        The book, PDF
      </CsvButton>
      <MeetingLink term_id={term_id} />
    </>
  )
}

/** '31 of 44 graded', with the menu to share the grades. */
function Graded({ term_id }: { term_id: number }) {
  const counts = useCall(api.staff.viewCounts, { query: { term_id } }, { keep: true }).data
  const grades = useMyGrades(term_id)
  if (!counts || counts.to_grade === 0) return null
  const done = counts.to_grade - counts.not_graded
  return (
    <span className={classes.graded}>
      <span className={classes.bar} aria-hidden>
        <i style={{ width: `${(100 * done) / counts.to_grade}%` }} />
      </span>
      {`${done} of ${counts.to_grade} graded`}
      {grades && done > 0 && <ShareMenu term_id={term_id} grades={[...grades.values()]} />}
    </span>
  )
}

const grades = (count: number) => (count === 1 ? '1 grade' : `${count} grades`)

/** Shows the user's grades of a call to panel and office, or hides them again; asks first. */
function ShareMenu({ term_id, grades: all }: { term_id: number; grades: readonly MyGrade[] }) {
  const ask = useConfirm()
  const share = useAction(api.panel.shareGrades)
  const given = all.filter(({ grade }) => grade !== null)
  const hidden = given.filter(({ shared_at }) => shared_at === null)
  const shown = given.filter(({ shared_at }) => shared_at !== null)
  const send = (some: readonly MyGrade[], shared: boolean) =>
    share.run({ body: { proposal_ids: some.map(({ proposal_id }) => proposal_id), shared } })
  const confirmShare = () =>
    ask({
      question: `Share your ${grades(hidden.length)} of ${termLabel(term_id)} with the panel?`,
      details: <SharingText />,
      yes: 'SHARE',
      no: 'CANCEL',
      act: () => send(hidden, true),
    })
  const confirmHide = () =>
    ask({
      question: `Stop sharing your ${grades(shown.length)} of ${termLabel(term_id)}?`,
      details: 'They are private again. Others may have seen them.',
      yes: 'STOP SHARING',
      no: 'CANCEL',
      act: () => send(shown, false),
    })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={classes.share}>
          Share <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <WriteMenuItem
          why={hidden.length === 0 ? 'All your grades are shared.' : null}
          onClick={() => void confirmShare()}
        >
          {`Share ${grades(hidden.length)}…`}
        </WriteMenuItem>
        <WriteMenuItem
          why={shown.length === 0 ? 'None of your grades is shared.' : null}
          onClick={() => void confirmHide()}
        >
          {`Stop sharing ${grades(shown.length)}…`}
        </WriteMenuItem>
      </Menu.Dropdown>
    </Menu>
  )
}

/** What sharing reveals, and to whom. */
export const SharingText = () => (
  <>
    Members of the panel and the administration office will see the grade with your name, except of proposals
    that they have a conflict of interest with. They also see it when you change it. Your notes stay private,
    as do the grades that you give later. You can stop sharing at any time.
  </>
)

/** The call's meeting, by its day: the one to come, or the last. */
function MeetingLink({ term_id }: { term_id: number }) {
  const meetings = useCall(api.meetings.list, { query: { term_id } }).data
  const next = meetings?.find(({ state }) => state !== meetingState.code.CLOSED) ?? meetings?.at(-1)
  if (!next) return null
  return (
    <LinkButton
      to={address('/meetings/$id', { id: next.id })}
      variant="default"
      leftSection={<IconPresentation size={16} aria-hidden />}
    >
      {`Meeting ${time(next.sessions[0]?.starts_at).slice(0, 10)}`}
    </LinkButton>
  )
}

/** The switch for the views of the ranking, with the size of each. */
export function RankingSwitch({ values, query, search }: FilterSearch) {
  const mine = useGrades()
  const { sort: _, dir: __, ...conditions } = query
  const counts = useCall(api.staff.viewCounts, { query: conditions }, { keep: true }).data
  const { not_graded, i_speak, ...others } = VIEWS
  const { panel_disagrees, ...always } = others
  const revealed = (counts?.panel_disagrees ?? 0) > 0 || values.panel_disagrees === true
  const labels: Partial<Record<RankingView, string>> = {
    ...(mine && { not_graded, i_speak }),
    reviewers_disagree: always.reviewers_disagree,
    ...(revealed && { panel_disagrees }),
    tie_zone: always.tie_zone,
  }
  return (
    <FilterSwitch labels={labels} counts={counts} values={values} search={search}>
      {mine && <span className={classes.hint}>Mine: only you see it until you share it</span>}
    </FilterSwitch>
  )
}
