import { describe, expect, test } from 'vitest'
import { aUser } from '../../builders/people.ts'
import { aReport, aReviewer } from '../../builders/reports.ts'
import { type LoanScene, loanScene } from '../../testing/loan_scene.ts'
import { withServer } from '../../testing/test_server.ts'

const REASON = { reason: 'A reason.' }

/** The commands of a borrower, on a piece in use. */
const ofHolder = (piece: string): [string, object][] => [
  ['receive', { pieces: [{ piece, found: 1, condition: '' }] }],
  ['missing', { pieces: [piece], note: 'x' }],
  ['weigh_again', { piece, found: 1 }],
  ['split', { piece, parts: [{ amount: 1, form: '' }], consumed: 0, lost: 0, method: '' }],
  ['consume', { piece, consumed: 1, method: 'SIMS' }],
  ['ask_move', { piece, to: 'place', name: 'Room 2', email: '', affiliation: '', reason: '' }],
  ['ask_extension', { until: '2099-01-01', ...REASON }],
  ['send_back', { pieces: [{ piece, amount: 1 }], carrier: '', tracking_number: '' }],
  ['say_lost', { piece, ...REASON }],
]
const ofCustodians = (piece: string): [string, object][] => [
  ['pieces', { pieces: [piece], reason: '' }],
  ['packing', { piece, weighed: 1, container: 'B', picked: true }],
  ['parcel', { carrier: '', tracking_number: '', customs_note: '' }],
  ['resolve_packing', { piece, how: 'loss', ...REASON }],
  ['sign_packed', {}],
  ['unpack', REASON],
  ['dispatch', {}],
  ['confirm_return', { piece, found: 1, place: 'N2', reason: '' }],
  ['propose_write_off', { piece, ...REASON }],
  ['confirm_write_off', { piece }],
  ['not_lost', { piece, ...REASON }],
  ['note_unlent', { description: 'A cup', note: '' }],
  ['settle_unlent', { entry: 1, resolution: 'x' }],
]
const ofOffice = (piece: string): [string, object][] => [
  ['on_paper', {}],
  ['resolve', { piece, how: 'accept', ...REASON }],
  ['decide_move', { piece, granted: true, note: '' }],
  ['decide_extension', { granted: true, note: '' }],
  ['hand_over', { name: 'Bo', email: 'bo@example.org', affiliation: '', ...REASON }],
  ['close', { without_report: 'x' }],
  ['reopen', REASON],
]

const statusOf = async (client: LoanScene['holder'], number: string, [command, body]: [string, object]) =>
  [command, (await client.request('PUT', `/api/loans/${number}/${command}`, body)).statusCode] as const

describe('a loan that is not the caller’s', () => {
  test('is nowhere: no row, and 404 for reading and every command, as one that does not exist', () =>
    withServer(async (world) => {
      const { lend, piece, other } = await loanScene(world)
      const panel = await world.as(await aUser(world.ctx(), ['panel']))
      const reviewer = await world.as(await aReviewer(world.ctx()))
      const number = await lend('in_use', [2])
      const one = await piece(number)
      for (const client of [other, panel, reviewer])
        for (const loan of [number, 'L99999']) {
          for (const path of ['', '/agreement', '/packing_list', '/files/1'])
            expect((await client.request('GET', `/api/loans/${loan}${path}`)).statusCode).toBe(404)
          for (const command of ofHolder(one.piece))
            expect(await statusOf(client, loan, command)).toEqual([command[0], 404])
          expect((await client.api.loans.mine({})).loans).toEqual([])
        }
      expect((await piece(number)).version).toBe(one.version)
    }))

  test('has commands of office and curation that answer 403 to everyone else, its borrower too', () =>
    withServer(async (world) => {
      const { lend, piece, other, holder } = await loanScene(world)
      const number = await lend('in_use', [2])
      const one = await piece(number)
      for (const client of [other, holder])
        for (const command of [...ofCustodians(one.piece), ...ofOffice(one.piece)])
          expect(await statusOf(client, number, command)).toEqual([command[0], 403])
    }))
})

describe('curation', () => {
  test('sees every loan, decides nothing of the office’s and does nothing of the borrower’s', () =>
    withServer(async (world) => {
      const { lend, piece, curation, people } = await loanScene(world)
      const number = await lend('in_use', [2])
      const one = await piece(number)
      const { data } = await curation.api.loans.list({ query: {} })
      expect(data.map(({ number, borrower_name }) => [number, borrower_name])).toEqual([
        [number, people.holder.name],
      ])
      for (const command of [...ofHolder(one.piece), ...ofOffice(one.piece)])
        expect(await statusOf(curation, number, command)).toEqual([command[0], 403])
    }))

  test('sees nothing of reviews in a loan', () =>
    withServer(async (world) => {
      const { lend, curation, officeCtx, proposal_id } = await loanScene(world)
      const reviewer = await aReviewer(world.ctx(), { last_name: 'Undisclosed' })
      await aReport(officeCtx, { proposal_id, reviewer, status: 3 })
      await world.db
        .updateTable('proposals')
        .set({ global_score: 4.37, rank: 3.21, additional_notes: 'What the staff noted.' })
        .where('id', '=', proposal_id)
        .execute()
      const number = await lend('in_use', [2])
      for (const path of [`/api/loans/${number}`, '/api/loans', '/api/loans/summary']) {
        const { payload } = await curation.request('GET', path)
        expect(payload).not.toMatch(/Undisclosed|(?<!\d)(?:4\.37|3\.21)(?!\d)|What the staff/u)
      }
    }))
})

describe('its borrower', () => {
  test('sees no place in the vault, no other holder’s loan of the same parent, and nothing that came back unlent', () =>
    withServer(async (world) => {
      const { lend, loan, holder, office, piece } = await loanScene(world)
      const number = await lend('in_use', [2])
      await world.db.updateTable('pieces').set({ place: 'N2-3, drawer 4' }).execute()
      await office.api.loans.noteUnlent({ params: { number }, body: { description: 'A cup', note: '' } })
      const mine = await loan(number, holder)
      expect(mine).toMatchObject({ is_mine: true, unlent: [], next: { kind: null } })
      expect(mine.piece_list[0]!.place).toBe('')
      expect((await piece(number)).place).toBe('N2-3, drawer 4')
      expect(JSON.stringify(mine)).not.toContain('drawer')
      const all = await holder.api.loans.mine({})
      expect(all.loans.map((one) => one.number)).toEqual([number])
    }))

  test('reads what they owe: a signature, a receipt, a return with its day, a report', () =>
    withServer(async (world) => {
      world.at('2027-01-01T12:00:00Z')
      const { lend, holder } = await loanScene(world)
      const owed = async () =>
        (await holder.api.loans.mine({})).owed.map(({ kind, number, count, until, days }) => [
          ...[kind, number, count, until, days],
        ])
      const due = await lend('agreement_sent', [2])
      const sent = await lend('dispatched', [2, 3])
      const used = await lend('in_use', [2, 3])
      const back = await lend('returned', [2])
      expect((await owed()).sort()).toEqual(
        [
          ['sign', due, 1, null, null],
          ['receive', sent, 2, null, null],
          ['return', used, 2, '2028-01-01', 365],
          ['report', back, 1, null, null],
        ].sort(),
      )
    }))
})

test('what a person owes is told to the office by account or address: late loans and missing reports', () =>
  withServer(async (world) => {
    const { lend, office, holder, people, curation } = await loanScene(world)
    const late = await lend('in_use', [2, 3])
    const back = await lend('returned', [2])
    await world.db.updateTable('loans').set({ due_on: '2020-01-01' }).where('number', '=', late).execute()
    const query = { email: [people.holder.email.toUpperCase()], user_id: [people.other.id] }
    const [owed, ...none] = await office.api.loans.owed({ query })
    expect(none).toEqual([])
    expect(owed).toMatchObject({
      user_id: people.holder.id,
      overdue: [{ number: late, due_on: '2020-01-01', pieces: 2 }],
      missing_reports: [back],
      proposal_ids: [],
    })
    const { proposal_id } = await office.api.loans.get({ params: { number: late } })
    expect(await office.api.loans.owed({ query: { proposal_id: [proposal_id] } })).toEqual([
      { ...owed, proposal_ids: [proposal_id] },
    ])
    for (const client of [holder, curation])
      expect((await client.request('GET', '/api/loans/owed')).statusCode).toBe(403)
  }))
