import type { EntryList } from '#domain/masters/entries.ts'
import { useCall } from '#web/lib/http/query.ts'
import { WORDS } from './words.ts'

/** The number that puts a new entry at the end of its list; undefined until it is known. */
export function useNextSort(list: EntryList): number | undefined {
  const query = { sort: 'sort', dir: 'desc', per_page: 1 } as const
  const last = useCall(WORDS[list].calls.list, { query }, { staleTime: 0 }).data
  return last && (last.data[0]?.sort ?? 0) + 1
}
