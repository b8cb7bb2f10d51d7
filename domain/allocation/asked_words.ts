import type { RequestedSample } from '../proposals/requested_sample.ts'
import { numberOf } from './asked.ts'
import { EVERY_TYPE } from './grid.ts'
import { wishText } from './suggest/words.ts'

/** What a request asks for, and how many: 'A0042 by name', 'Any 4 mg, chamber A', 'Any Bennu gas ×2'. */
export function askedWords(request: RequestedSample): string {
  const number = numberOf(request)
  return `${wishText(EVERY_TYPE, request)}${number > 1 ? ` ×${number}` : ''}`
}
