import { expect, test } from 'vitest'
import { loanScene } from '../../testing/loan_scene.ts'
import { withServer } from '../../testing/test_server.ts'

test('the entry of a piece is taken back only when no open loan has it', () =>
  withServer(async (world) => {
    const { lend, piece, office, curation } = await loanScene(world)
    const number = await lend('ready_to_pack')
    const { piece: address, name } = await piece(number)
    const params = { address }
    const entry = async () =>
      (await office.api.pieces.get({ params })).events.find(({ kind }) => kind === 'enter')!
    const why = `${name} is part of loan ${number}.`
    const takeBack = { params, body: { number: 1, reason: 'Entered by mistake' } }
    expect((await entry()).why_not_counter).toBe(why)
    for (const { api } of [office, curation])
      expect(await api.pieces.counter(takeBack)).toMatchObject({ result: 0, message: why })
    expect(await office.api.pieces.get({ params })).toMatchObject({ state: 'in_curation', present: 2004 })

    const body = { without_report: 'Withdrawn before it was packed.' }
    expect(await office.api.loans.close({ params: { number }, body })).toMatchObject({ result: 1 })
    expect((await entry()).why_not_counter).toBeNull()
    expect(await office.api.pieces.counter(takeBack)).toMatchObject({ result: 1 })
    expect(await office.api.pieces.get({ params })).toMatchObject({ state: 'void', present: 0 })
  }))
