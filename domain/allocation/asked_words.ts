import { asteroids, BENNU, GAS, labelOf } from '../masters/values.ts'
import type { RequestedSample } from '../proposals/requested_sample.ts'
import { sizeInMm } from '../samples/size.ts'
import { numberOf } from './asked.ts'

/** What a request asks for, in words: 'A0042', 'Any 4 mg, chamber A', 'Any Bennu gas ×2'. */
export function askedWords(request: RequestedSample): string {
  const { sample_name, sample_type, db_type, weight, size, chamber, dish } = request
  const wishes = [
    size ? `${sizeInMm(size)} mm` : weight ? `${weight} mg` : '',
    db_type === BENNU && dish ? `dish ${dish}` : '',
    db_type !== BENNU && chamber ? `chamber ${labelOf('ChamberList', chamber)}` : '',
  ].filter((wish) => wish !== '')
  const kind = `${asteroids[db_type]} ${labelOf('sample_type', sample_type).toLowerCase()}`
  const said = sample_name ?? `Any ${wishes.length > 0 && sample_type !== GAS ? wishes.join(', ') : kind}`
  const number = numberOf(request)
  return number > 1 ? `${said} ×${number}` : said
}
