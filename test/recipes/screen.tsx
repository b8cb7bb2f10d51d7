import { z } from 'zod'
import { staff } from '#domain/access.ts'
import { address } from '#domain/address.ts'
import { client } from '#domain/client.ts'
import { fileAddress, get, paged } from '#domain/endpoint.ts'
import { listFilter, searchText, termFilter } from '#domain/filters.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { ListPage } from '#web/ui/lists/list_page.tsx'

const query = listFilter({ ...termFilter, name: searchText }, ['id', 'name'])
const reply = paged(z.object({ id: z.number(), name: z.string() }))
const samples = {
  returned: get('/api/samples/returned', staff, { summary: 'Lists them.', query, reply }),
  returnedDownload: get('/api/samples/returned/download', staff, {
    summary: 'Makes a CSV.',
    query,
    reply: fileAddress,
  }),
}
const api = client({ samples }, () => Promise.resolve())

export const ReturnedSamples = () => (
  <ListPage
    title="Returned samples"
    list={api.samples.returned}
    csv={api.samples.returnedDownload}
    filters={[filter.text('name', 'Name'), filter.term()]}
    rowKey={(row) => row.id}
    columns={[{ header: 'Name', cell: (row) => row.name }]}
  />
)

export const detail = address('/proposals/detail/$id', { id: 63 }, { tab: 'tab-2' })
