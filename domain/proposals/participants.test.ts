import { expect, test } from 'vitest'
import { participantsOf } from './participants.ts'

const person = (name: string) => ({ name, email: `${name}@example.org` })
const [a, b, c] = [person('a'), person('b'), person('c')]

test.each([
  { others: [], all: [a] },
  { others: [b, c], all: [a, b, c] },
  { others: [b, { ...c, email: 'B@Example.org' }], all: [a, b] },
  { others: [{ ...b, email: 'A@example.org' }, c], all: [a, c] },
])('proposer and collaborators, each address once: %o', ({ others, all }) => {
  expect(participantsOf({ ...a, proposal_collaborator: others })).toEqual(all)
})
