import { expect, test } from 'vitest'
import { aProposer, aTerm, aUser } from '../builders.ts'
import { inWorld } from '../testing/world.ts'
import { readProposal } from './read.ts'

test('a proposal is read with everything nested in it', () =>
  inWorld(async ({ ctx, db }) => {
    await aTerm(ctx())
    const { actor, proposal_id } = await aProposer(ctx(await aUser(ctx(), ['admin'])), {
      proposal_abstract: 'word '.repeat(31),
    })
    expect(await readProposal(db, proposal_id, { lock: true })).toMatchObject({
      id: proposal_id,
      version: 1,
      email: actor.email,
      term: { id: 7, disabled: false },
      is_unlocked: 0,
      shortAbstract: `${'word '.repeat(30).trim()}…`,
      requested_samples: [],
      selected_keywords: [],
      file: null,
    })
    expect(await readProposal(db, proposal_id + 1)).toBeUndefined()
  }))
