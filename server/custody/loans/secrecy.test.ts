import { expect, test } from 'vitest'
import { loanScene } from '../../testing/loan_scene.ts'
import { withServer } from '../../testing/test_server.ts'

test('a holder reads nothing of what curation did before their receipt, or of what else came back', () =>
  withServer(async (world) => {
    const { lend, office, second, holder, loan, piece } = await loanScene(world)
    const number = await lend('ready_to_pack', [2, 3])
    const params = { number }
    const { loans } = office.api
    const [kept, left] = (await loan(number)).piece_list
    await loans.choosePieces({
      params,
      body: { pieces: [kept!.piece], reason: `Vault note on ${left!.name}` },
    })
    await loans.savePacking({
      params,
      body: { piece: kept!.piece, weighed: 1900, container: 'B', picked: true },
    })
    await loans.resolvePacking({
      params,
      body: { piece: kept!.piece, how: 'loss', reason: 'Vault note: spilled' },
    })
    await loans.signPacked({ params, body: {} })
    await loans.unpack({ params, body: { reason: 'Vault note: wrong box' } })
    await loans.signPacked({ params, body: {} })
    await second.api.loans.dispatch({ params, body: {} })
    await holder.api.loans.receive({
      params,
      body: { pieces: [{ piece: kept!.piece, found: 1900, condition: 'Dry.' }] },
    })
    await loans.noteUnlent({ params, body: { description: 'Vault note: a cup of another', note: '' } })
    await loans.proposeWriteOff({ params, body: { piece: kept!.piece, reason: 'Vault note: suspected' } })
    const { payload } = await holder.request('GET', `/api/loans/${number}`)
    expect(payload).not.toContain(left!.name)
    expect(payload).not.toContain('Vault note')
    const texts = (await loan(number, holder)).events.map(({ text }) => text)
    expect(texts).toContain('Received, 1 of 1 piece')
    expect((await loan(number)).events.length).toBeGreaterThan(texts.length)
    expect(JSON.stringify(await loan(number))).toContain('Vault note: spilled')
    expect(JSON.stringify(await holder.api.loans.mine({}))).not.toContain('Vault note')
    expect((await piece(number)).write_off).not.toBeNull()
  }))
