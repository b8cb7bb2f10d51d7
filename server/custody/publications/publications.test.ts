import { describe, expect, test } from 'vitest'
import { loanScene } from '../../testing/loan_scene.ts'
import { type TestServer, withServer } from '../../testing/test_server.ts'

const DOI = '10.5555/ao.1'

/** Two borrowers, each with a piece, and a publication that both have added. */
async function sharedPublication(world: TestServer) {
  const scene = await loanScene(world)
  const own = (await scene.piece(await scene.lend('in_use'))).piece
  const { proposal_id } = await world.db
    .selectFrom('proposals')
    .select('id as proposal_id')
    .where('user_id', '=', scene.people.other.id)
    .executeTakeFirstOrThrow()
  const theirs = (await scene.piece(await scene.lend('in_use', [3], { proposal_id }))).piece
  const input = { doi: DOI, title: 'Fluids', year: 2026 }
  await scene.holder.api.publications.add({ body: { ...input, pieces: [own] } })
  const again = { ...input, doi: `https://doi.org/${DOI.toUpperCase()}`, pieces: [theirs] }
  const { message } = await scene.other.api.publications.add({ body: again })
  const [publication] = (await scene.office.api.publications.list()).data
  return { ...scene, own, theirs, input, message, id: publication!.id, proposal_id }
}

describe('a publication', () => {
  test('of a DOI that is known gets the pieces added', () =>
    withServer(async (world) => {
      const { office, message, own, theirs } = await sharedPublication(world)
      expect(message).toContain('This DOI is known')
      const { data, total } = await office.api.publications.list()
      expect(total).toBe(1)
      expect(data[0]!.pieces.map(({ address }) => address).sort()).toEqual([own, theirs].sort())
    }))

  test('shows a borrower nothing of the pieces of others', () =>
    withServer(async (world) => {
      const { holder, other, own, theirs, proposal_id } = await sharedPublication(world)
      const seen = (rows: { pieces: { address: string }[] }[]) =>
        rows.flatMap(({ pieces }) => pieces.map(({ address }) => address))
      expect(seen(await holder.api.publications.mine())).toEqual([own])
      const params = { id: proposal_id }
      expect(seen(await other.api.publications.ofProposal({ params }))).toEqual([theirs])
      await expect(holder.api.publications.ofProposal({ params })).rejects.toThrow('Not Found')
      await expect(holder.api.publications.ofPiece({ params: { address: theirs } })).rejects.toThrow(
        'Not Found',
      )
    }))

  test('is changed and removed by its borrower only as to their own pieces', () =>
    withServer(async (world) => {
      const { holder, other, office, input, own, theirs, id } = await sharedPublication(world)
      const params = { id }
      const pieces = async () =>
        (await office.api.publications.list()).data.flatMap((row) => row.pieces.map(({ address }) => address))
      await holder.api.publications.save({ params, body: { ...input, title: 'Early fluids', pieces: [own] } })
      expect((await pieces()).sort()).toEqual([own, theirs].sort())
      const body = { reason: 'A mistake.' }
      expect(await other.api.publications.remove({ params, body })).toMatchObject({ result: 0 })
      expect((await holder.api.publications.remove({ params, body })).message).toContain('what others')
      expect(await pieces()).toEqual([theirs])
      await office.api.publications.remove({ params, body })
      expect(await pieces()).toEqual([])
    }))

  test('names only pieces that were borrowed', () =>
    withServer(async (world) => {
      const { holder, theirs, input } = await sharedPublication(world)
      const body = { ...input, doi: '10.5555/ao.2', pieces: [theirs] }
      const { statusCode, payload } = await holder.request('POST', '/api/publications', body)
      expect([statusCode, payload]).toEqual([400, expect.stringContaining('You can name only pieces')])
    }))

  test('is confirmed by the office, and then stays as it is for its borrower', () =>
    withServer(async (world) => {
      const { holder, office, input, own, id, people } = await sharedPublication(world)
      expect((await office.api.publications.list()).data[0]).toMatchObject({ state: 'to_confirm' })
      await office.api.publications.confirm({ body: { ids: [id] } })
      expect((await office.api.publications.list()).data[0]).toMatchObject({
        ...{ state: 'confirmed', confirmed_by: people.office.name },
      })
      const again = await office.api.publications.confirm({ body: { ids: [id] } })
      expect(again.result).toBe(0)
      const body = { ...input, pieces: [own] }
      expect(await holder.api.publications.save({ params: { id }, body })).toMatchObject({ result: 0 })
    }))

  test('is in the BibTeX file that the filters find', () =>
    withServer(async (world) => {
      const { office } = await sharedPublication(world)
      const file = async (title: string) =>
        (await office.request('GET', `/api/publications/bibtex?title=${title}`)).payload
      expect(await file('fluid')).toContain(`doi = {${DOI}}`)
      expect(await file('nothing')).toBe('')
    }))
})
