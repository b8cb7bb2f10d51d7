import { expect, test } from 'vitest'
import { PHASES } from '#server/testing/matrix/cell.ts'
import { CALLS } from '#server/testing/matrix/lines/all.ts'
import { sceneIn } from '#server/testing/matrix/scene.ts'
import { walk } from '#server/testing/matrix/walk.ts'
import { inWorld } from '#server/testing/world.ts'

/** `npm run trust -- matrix` asks for the whole; else each call once for each who, about its first object, in an open term. */
const whole = process.env.MATRIX === 'whole'

test(
  'every call answers each role, of each object in each state, as it must, and a refusal changes nothing',
  () =>
    inWorld(async (world) => {
      const { cells, refusals, faults } = await walk(await sceneIn(world), whole ? PHASES : ['open'], whole)
      console.log(`${CALLS.length} calls, ${cells} cells, ${refusals} refusals`)
      expect(faults).toEqual([])
    }),
  whole ? 3_600_000 : 180_000,
)
