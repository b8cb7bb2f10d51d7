import { expect, test } from 'vitest'
import { aProposer, aTerm, aUser, daysFrom } from '../builders/people.ts'
import { aProposalInput } from '../builders/proposals.ts'
import { aReport, aReviewer } from '../builders/reports.ts'
import { withServer } from '../testing/test_server.ts'

test('the progress has the status, what is missing and until when it can be changed', () =>
  withServer(async (world) => {
    const term = await aTerm(world.ctx())
    const office = world.ctx(await aUser(world.ctx(), ['admin']))
    const { actor, proposal_id: id } = await aProposer(office, { proposal_title: 'Grains' })
    const { api } = await world.as(actor)
    const own = async () => (await api.callState.get()).proposer!.proposal!
    expect(await own()).toMatchObject({
      id,
      title: 'Grains',
      status: 0,
      saved_at: null,
      samples: 0,
      mg: 0,
      editable_until: term.proposals_close_at,
    })
    const missing = async () => (await own()).missing.map(({ field }) => field)
    expect(await missing()).toEqual([
      'keywords',
      'methods',
      'samples',
      'check_organization',
      'check_collaborators',
    ])
    const input = aProposalInput({
      samples: [{ db_type: 1, type: 0, any: 1, weight: 2.5 }],
      check_organization: 0,
    })
    await api.proposals.put({ params: { id }, body: input as never })
    expect(await own()).toMatchObject({ status: 1, saved_at: expect.any(String), samples: 1, mg: 2.5 })
    expect((await own()).missing).toEqual([
      {
        field: 'check_organization',
        label: 'My organization approves this proposal',
        anchor: 'check_organization',
      },
    ])
    await world.db.updateTable('proposals').set({ status: 2 }).execute()
    expect(await own()).toMatchObject({ why_not_edit: null, editable_until: term.proposals_close_at })
    await aReport(office, { proposal_id: id, reviewer: await aReviewer(world.ctx()), status: 1 })
    expect(await own()).toMatchObject({
      why_not_edit: 'This proposal is being reviewed and can no longer be changed.',
      editable_until: null,
    })
  }))

test('after the deadline an unlocked proposal can be changed until the unlock ends', () =>
  withServer(async (world) => {
    const term = await aTerm(world.ctx())
    const { actor } = await aProposer(world.ctx(await aUser(world.ctx(), ['admin'])))
    world.at(term.proposals_close_at)
    const own = async () => (await (await world.as(actor)).api.callState.get()).proposer!.proposal!
    const closed = { why_not_edit: expect.stringContaining('deadline'), editable_until: null }
    expect(await own()).toMatchObject(closed)
    const unlocked_until = daysFrom(world.services.clock(), 7)
    await world.db.updateTable('proposals').set({ unlocked_until }).execute()
    expect(await own()).toMatchObject({
      is_unlocked: true,
      why_not_edit: null,
      editable_until: unlocked_until,
    })
    world.at(unlocked_until)
    expect(await own()).toMatchObject({ is_unlocked: false, ...closed })
  }))

test('without a proposal in this term the progress has only the dates', () =>
  withServer(async (world) => {
    const { proposals_open_at } = await aTerm(world.ctx())
    const { api } = await world.as(await aUser(world.ctx(), ['proposer']))
    expect((await api.callState.get()).proposer).toMatchObject({ proposals_open_at, proposal: null })
  }))
