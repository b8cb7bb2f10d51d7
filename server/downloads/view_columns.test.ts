import { expect, test } from 'vitest'
import { contract } from '#domain/contract.ts'
import { CSV_COLUMNS } from '#domain/saved_views/csv_columns.ts'
import type { ViewedPath } from '#domain/saved_views/rules.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { readCsv } from '../testing/csv.ts'
import { createReport } from '../testing/reviews.ts'
import { withServer } from '../testing/test_server.ts'
import { exports } from './routes.ts'

const DOWNLOADS: Partial<Record<ViewedPath, { path: string }>> = {
  '/proposals': contract.staff.download,
  '/proposals/assigned_samples': contract.staff.downloadAssignedSamples,
  '/proposers': contract.proposers.download,
  '/proposers/applicant': contract.applicants.download,
  '/proposers/collaborators': contract.proposers.peopleDownload,
  '/reviewers': contract.reports.download,
  '/users': contract.users.mailList,
}

test('every column of a list is columns of its file', () => {
  for (const [path, columns] of Object.entries(CSV_COLUMNS)) {
    const file = exports.find(({ endpoint }) => endpoint.path === DOWNLOADS[path as ViewedPath]!.path)!
    const headers = [...file.columns, ...(file.viewColumns ?? [])].map(({ header }) => header)
    for (const header of Object.values(columns).flat()) expect.soft(headers, path).toContain(header)
  }
})

test('the file of a view has its columns, in their order, and no others', () =>
  withServer(async (world) => {
    await aTerm(world.ctx())
    const office = world.ctx(await aUser(world.ctx(), ['admin']))
    await aSubmittedProposal(office)
    const { request } = await world.as(office.actor)
    const address = (await request('GET', contract.staff.download.path)).json()
    const fetch = (query: string) => request('GET', `${address}?${query}`)
    const file = await fetch('columns=Totals&columns=Name&columns=ID')
    expect(file.payload.split('\r\n')[0]).toBe('\uFEFFTotals,Name,ID')
    expect(readCsv(file.payload)).toHaveLength(1)
    expect((await fetch('columns=ID')).payload).toMatch(/^\uFEFFID\r\n\d+\r\n$/u)
    expect((await fetch('columns=Password')).statusCode).toBe(400)
    const all = (await request('GET', address)).payload
    expect(all).not.toContain('Totals')
  }))

test('the file of a view hides reviews from a viewer with a conflict, and is recorded where it has any', () =>
  withServer(async (world) => {
    const { admin, proposal_id } = await createReport(world, 3)
    const { request, api } = await world.as(admin)
    const address = (await request('GET', contract.staff.download.path)).json()
    const fetch = async (columns: string) =>
      readCsv((await request('GET', `${address}?${columns}`)).payload)[0]
    const reviews = 'columns=Reports&columns=Totals&columns=Adjusted&columns=Average+Total+Score'
    expect((await fetch(reviews))?.Reports).toBe('1 of 1')
    const entries = () =>
      world.db.selectFrom('audit_entries').select('id').where('action', '=', 'export.reviews').execute()
    const before = (await entries()).length
    expect(before).toBe(1)
    await fetch('columns=ID')
    expect(await entries()).toHaveLength(before)
    await fetch('columns=Totals')
    await fetch('columns=Adjusted')
    expect(await entries()).toHaveLength(before + 2)
    await api.conflicts.declare({ body: { proposal_id, reason: 'We share a grant.' } })
    expect(Object.values((await fetch(reviews))!)).toEqual(['', '', '', ''])
  }))
