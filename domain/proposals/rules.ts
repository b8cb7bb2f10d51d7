import { firstWords } from '../fields.ts'

const SHORT_WORDS = 30

/** The first 30 words of an abstract, with an ellipsis when there are more. */
export const shortAbstract = (abstract: string) => firstWords(abstract, SHORT_WORDS)
