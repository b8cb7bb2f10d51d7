import { z } from 'zod'
import { office } from '#domain/access.ts'
import { client } from '#domain/client.ts'
import { get, paged } from '#domain/endpoint.ts'
import { listFilter, searchText, yesNo } from '#domain/filters.ts'
import * as condition from '#server/platform/filter_conditions.ts'
import { rowMatches } from '#server/platform/lists.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { ListPage } from '#web/ui/lists/list_page.tsx'

export const KeywordFilter = listFilter({ name: searchText, hidden: yesNo }, ['id', 'name'])
type KeywordFilter = z.output<typeof KeywordFilter>

const reply = paged(z.object({ id: z.number(), name: z.string() }))
const api = client(
  {
    masters: {
      keywords: get('/api/keywords', office, { summary: 'Lists keywords.', query: KeywordFilter, reply }),
    },
  },
  () => Promise.resolve(),
)

export const matching = (f: KeywordFilter) =>
  rowMatches(f, { name: condition.contains('k.name'), hidden: condition.whenChecked('k.hidden') })

export const Keywords = () => (
  <ListPage
    title="Keywords"
    list={api.masters.keywords}
    filters={[filter.text('name', 'Name'), filter.flags('Hidden', { hidden: 'Only hidden ones' }, false)]}
    rowKey={(row) => row.id}
    columns={[{ header: 'Name', cell: (row) => row.name }]}
  />
)
