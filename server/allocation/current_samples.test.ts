import { expect, test } from 'vitest'
import { aSample } from '../builders/samples.ts'
import { withOffice } from '../testing/allocation.ts'
import { readCsv } from '../testing/csv.ts'

test('the list of samples and its CSV hold only samples with the name', () =>
  withOffice(async (server, office) => {
    for (const name of ['A0001', 'A0002', 'B0001']) await aSample(server.ctx(), { name })
    const { api, request } = await server.as(office)
    const named = { name: ' a000 ' }
    const listed = await api.allocation.current({ query: { all: '1', ...named } })
    expect(listed.map(({ name }) => name)).toEqual(['A0001', 'A0002'])
    const address = await api.allocation.currentDownload({ params: { all: '1' }, query: named })
    const rows = readCsv((await request('GET', address)).payload)
    expect(rows.map(({ Name }) => Name)).toEqual(['A0001', 'A0002'])
  }))
