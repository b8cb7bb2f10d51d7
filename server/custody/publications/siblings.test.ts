import { expect, test } from 'vitest'
import { loanScene } from '../../testing/loan_scene.ts'
import { withServer } from '../../testing/test_server.ts'

test('one paper of two holders: neither sees, changes or removes the other’s pieces', () =>
  withServer(async (world) => {
    const scene = await loanScene(world)
    const { lend, office, holder, other, people, proposal_id, piece, officeCtx } = scene
    const number = await lend('in_use', [2])
    const own = await piece(number)
    const { id: others } = await officeCtx.db
      .selectFrom('proposals')
      .select('id')
      .where('user_id', '=', people.other.id)
      .executeTakeFirstOrThrow()
    const second = await lend('in_use', [3], { proposal_id: others })
    const theirs = await piece(second)
    const paper = { doi: '10.1126/science.abn8671', title: 'Water', year: 2026 }
    const { publications } = holder.api
    await publications.add({ body: { ...paper, pieces: [own.piece] } })
    await other.api.publications.add({ body: { ...paper, pieces: [theirs.piece] } })
    const seen = await holder.request('GET', `/api/publications/proposal/${proposal_id}`)
    expect(seen.statusCode).toBe(200)
    expect(seen.payload).toContain(own.name)
    for (const secret of [theirs.name, theirs.piece, second]) expect(seen.payload).not.toContain(secret)
    const [mine] = await publications.mine({})
    const params = { id: mine!.id }
    await publications.save({ params, body: { ...paper, title: 'The water', pieces: [own.piece] } })
    const namesNow = async () =>
      (await office.api.publications.list()).data.flatMap(({ pieces }) => pieces.map(({ name }) => name))
    expect((await namesNow()).sort()).toEqual([own.name, theirs.name].sort())
    expect(await publications.remove({ params, body: { reason: 'Twice.' } })).toMatchObject({ result: 1 })
    expect(await namesNow()).toEqual([theirs.name])
  }))
