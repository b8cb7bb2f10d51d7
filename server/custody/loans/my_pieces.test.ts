import { expect, test } from 'vitest'
import { GAS } from '#domain/masters/values.ts'
import { aSample } from '../../builders/samples.ts'
import { readCsv } from '../../testing/csv.ts'
import { loanScene } from '../../testing/loan_scene.ts'
import { withServer } from '../../testing/test_server.ts'

test('my pieces as CSV: each piece of the own loans with its amounts, nothing of others', () =>
  withServer(async (world) => {
    const scene = await loanScene(world)
    const { id, name } = await aSample(scene.officeCtx, { weight: 2.004 })
    const bottle = await aSample(scene.officeCtx, {
      ...{ sample_type: GAS, weight: null, size: null, pressure: 68, volume: 100 },
    })
    const differences = { [name]: -3 }
    const number = await scene.lendSamples('in_use', [id, bottle.id], { differences })
    const [first] = (await scene.loan(number)).piece_list
    await scene.holder.api.loans.consume({
      params: { number },
      body: { piece: first!.piece, consumed: 260, lost: 7, method: 'SIMS', version: first!.version },
    })
    const { due_on } = await scene.loan(number)
    const csvOf = async (who: typeof scene.holder) => {
      const { payload } = await who.request('GET', await who.api.loans.myPieces())
      return readCsv(payload)
    }
    const rows = await csvOf(scene.holder)
    // No two cells are alike, so that swapped columns are noticed.
    const cells = Object.values(rows.find((row) => row.Piece === name)!)
    expect(new Set(cells).size).toBe(cells.length)
    expect(rows.find((row) => row.Piece === name)).toEqual({
      ...{ Loan: number, Due: due_on, Piece: name, Asteroid: 'Ryugu', Form: 'Particle', State: 'In use' },
      ...{ 'Held by': scene.people.holder.name, Unit: 'mg', Sent: '2.004', Found: '2.001' },
      ...{ 'Used up': '0.260', 'Handling loss': '0.007', 'Measured difference': '-0.003', Present: '1.734' },
      'Received (UTC)': expect.stringMatching(/^\d{4}-\d\d-\d\d/u),
    })
    expect(rows.find((row) => row.Piece === bottle.name)).toMatchObject({ Unit: 'Pa', Present: '68.000' })
    expect(rows).toHaveLength(2)
    expect(await csvOf(scene.other)).toEqual([])
  }))
