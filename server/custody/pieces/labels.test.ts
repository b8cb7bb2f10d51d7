import { expect, test } from 'vitest'
import { aTerm, aUser } from '../../builders/people.ts'
import { aPiece } from '../../builders/pieces.ts'
import { readLabels } from '../../testing/labels.ts'
import { withServer } from '../../testing/test_server.ts'

test('a printed label is read back as the address of its piece, of one or of many on several sheets', () =>
  withServer(async (world) => {
    await aTerm(world.ctx())
    const admin = await aUser(world.ctx(), ['admin'])
    const { api } = await world.as(admin)
    const pieces = []
    for (let i = 0; i < 26; i++) pieces.push(await aPiece(world.ctx(admin)))
    const pageOf = (address: string) => `${world.services.config.baseUrl}/pieces/${address}`
    const [first] = pieces
    const one = (await api.pieces.labels({ query: { addresses: [first!.address] } })) as Buffer
    expect(await readLabels(one)).toEqual([
      [{ code: pageOf(first!.address), text: expect.stringContaining(first!.name) }],
    ])
    const addresses = pieces.map(({ address }) => address)
    const sheets = await readLabels((await api.pieces.labels({ query: { addresses } })) as Buffer)
    expect(sheets.map((labels) => labels.length)).toEqual([24, 2])
    // Each code stands beside its own name.
    const byName = [...pieces].sort((a, b) => (a.name < b.name ? -1 : 1))
    expect(sheets.flat()).toEqual(
      byName.map(({ name, address }) => ({ code: pageOf(address), text: expect.stringContaining(name) })),
    )
    await expect(api.pieces.labels({ query: { addresses: ['aaaaaaaaaaaa'] } })).rejects.toMatchObject({
      kind: 'missing',
    })
  }))
