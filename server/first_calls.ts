import { client } from '#domain/client.ts'
import { contract } from '#domain/contract.ts'
import { type ScreenPath, screenAt } from '#domain/screens.ts'

const calls = client(contract, () => Promise.reject(new Error('Only addresses are made here.')))

/** What a list of proposals is asked by until somebody searches. */
const PROPOSALS = {
  title: '',
  name: '',
  email: '',
  affiliation: '',
  abstract: '',
  keywords: '',
}
const ON = { not_submitted: true, submitted: true, scored: true }
const SCORES = { excellent: true, very_good: true, good: true, fair: true, poor: true, not_scored: true }
const OFF = { is_unlocked: false, is_reviewed: false, without_reviewer: false, to_score: false }

type First = (term_id: string, id: string) => string[]

/** What screens of many records read first, when nothing is said in the address; `web/pages/first_calls.test.tsx` holds them to it. */
const FIRST: Partial<Record<ScreenPath, First>> = {
  '/proposals': (term_id) => [
    calls.staff.list.address({
      query: {
        ...PROPOSALS,
        term_id,
        ...ON,
        ...SCORES,
        ...OFF,
        sort: 'total_score_average',
        dir: 'desc',
        page: 1,
      } as never,
    }),
    calls.terms.open.address(),
  ],
  '/': () => [calls.callState.get.address()],
  '/mypage': () => [calls.callState.get.address()],
  '/proposals/detail/$id': (_, id) => [calls.staff.get.address({ params: { id } })],
  '/reports/edit/$id': (_, id) => [calls.reports.get.address({ params: { id } })],
}

/** What the screen at `pathname` asks before all else, for a page to begin asking while its scripts are on their way. */
export function firstCalls(pathname: string, term: number | null, signedIn: boolean): string[] {
  const screen = screenAt(pathname)
  const who = calls.session.loginUser.address()
  if (!signedIn || !screen || screen.access === 'public') return [who]
  const id = pathname.replace(/\/+$/u, '').split('/').at(-1)!
  const own = FIRST[screen.path]?.(term === null ? '' : String(term), id) ?? []
  return [who, ...own, calls.callState.get.address({ query: { only: 'steps' } })]
}
