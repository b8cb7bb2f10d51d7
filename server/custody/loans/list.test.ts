import { expect, test } from 'vitest'
import { readCsv } from '../../testing/csv.ts'
import { loanScene } from '../../testing/loan_scene.ts'
import { withServer } from '../../testing/test_server.ts'

test('the list is in the order of what is owed, says who acts next, and its CSV has the same', () =>
  withServer(async (world) => {
    const { lend, curation, office, people, proposal_id } = await loanScene(world)
    const quiet = await lend('in_use', [2])
    const due = await lend('agreement_due', [3])
    const late = await lend('in_use', [4, 1])
    const sent = await lend('dispatched', [5])
    await world.db.updateTable('loans').set({ due_on: '2020-01-01' }).where('number', '=', late).execute()
    const { data } = await office.api.loans.list({ query: {} })
    expect(data.map(({ number }) => number)).toEqual([late, due, sent, quiet])
    expect(data.map(({ next, pieces, out_ug }) => [next.kind, next.verb, pieces, out_ug])).toEqual([
      ['remind', 'Remind', 2, 5000],
      ['send_agreement', 'Send agreement', 1, 0],
      ['receive', null, 1, 5000],
      [null, null, 1, 2000],
    ])
    const seen = (await curation.api.loans.list({ query: {} })).data
    expect(seen.map(({ next }) => next.verb)).toEqual([null, null, null, null])
    const file = readCsv(
      (await office.request('GET', await office.api.loans.download({ query: {} }))).payload,
    )
    expect(file[0]).toMatchObject({
      ...{
        Loan: late,
        Term: '7',
        Proposal: String(proposal_id),
        Holder: people.holder.name,
        State: 'In use',
      },
      ...{
        Pieces: '2',
        'Out (µg)': '5000',
        'Out (mPa)': '0',
        Due: '2020-01-01',
        'Next act': 'no reminder yet',
      },
    })
    expect(file.map(({ Loan }) => Loan)).toEqual([late, due, sent, quiet])
  }))

test('the summary counts loans, holders and what is out, each loan once', () =>
  withServer(async (world) => {
    const { lend, office, curation } = await loanScene(world)
    const late = await lend('in_use', [4, 1])
    await lend('in_use', [2])
    await lend('ready_to_pack', [3])
    await world.db.updateTable('loans').set({ due_on: '2020-01-01' }).where('number', '=', late).execute()
    expect(await office.api.loans.summary({})).toEqual({
      ...{ open: 3, holders: 1, late: 1, to_pack: 1, to_do: 2 },
      states: { in_use: 1, ready_to_pack: 1 },
      out: [
        { db_type: 1, ug: 7000, mpa: 0 },
        { db_type: 2, ug: 0, mpa: 0 },
      ],
    })
    expect((await curation.api.loans.summary({})).to_do).toBe(1)
  }))

test('the summary counts to pack what the list of that task has: packed ones wait to be dispatched', () =>
  withServer(async (world) => {
    const { lend, office, curation, people } = await loanScene(world)
    await lend('ready_to_pack', [3])
    await lend('packed', [2])
    await lend('dispatched', [1])
    await world.db
      .updateTable('loans')
      .set({ borrower_user_id: people.curation.id })
      .where('number', '=', await lend('ready_to_pack', [4]))
      .execute()
    for (const { api } of [office, curation]) {
      expect((await api.loans.summary({})).to_pack).toBe(3)
      expect((await api.loans.list({ query: { task: 'packing' } })).total).toBe(3)
    }
  }))

test('the list begins with the acts of who looks: curation sees what to pack before what is late', () =>
  withServer(async (world) => {
    const { lend, office, curation } = await loanScene(world)
    const late = await lend('in_use', [4])
    const due = await lend('agreement_due', [3])
    const pack = await lend('ready_to_pack', [2])
    await world.db.updateTable('loans').set({ due_on: '2020-01-01' }).where('number', '=', late).execute()
    const order = async (api: typeof office.api) =>
      (await api.loans.list({ query: {} })).data.map(({ number }) => number)
    expect(await order(office.api)).toEqual([late, pack, due])
    expect(await order(curation.api)).toEqual([pack, late, due])
  }))
