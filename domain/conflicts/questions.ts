import type { FindingKind } from './status.ts'

interface Person {
  name: string
  affiliation: string
}

const nameOf = ({ name, affiliation }: Person) => (affiliation === '' ? name : `${name} (${affiliation})`)

/** What a person is asked about a finding, and the two answers. It names people, and never a proposal or a review. */
export function questionOn(kind: FindingKind, people: readonly Person[]) {
  const names = people.map(nameOf).join('; ')
  return kind === 'name' || kind === 'same_person'
    ? {
        question: `Are you ${names}?`,
        yes: 'Yes, that is me',
        no: 'No, that is someone else',
      }
    : {
        question: `Do you have a conflict of interest with ${names}?`,
        yes: 'Yes, I have a conflict of interest',
        no: 'No, I have none',
      }
}

/** Beside the question, in the mail and on the screen. */
export const WHY_ASKED =
  'The administration office asks such questions before anyone is asked to review. A conflict of interest is, for example: you work together, one of you has supervised the other, you are related, or you are in a dispute.'
