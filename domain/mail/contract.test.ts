import { describe, expect, test } from 'vitest'
import { fieldErrors } from '../errors.ts'
import { GroupMailInput } from './contract.ts'

const GOOD = {
  title: 'News',
  content: 'Dear #name#',
  bcc: '',
  reply_to_address: '',
  reply_to_name: '',
  destinations: [1],
}
const errorsOf = (change: object) => {
  const parsed = GroupMailInput.safeParse({ ...GOOD, ...change })
  return parsed.success ? {} : fieldErrors(parsed.error.issues)
}
const FORMAT = 'This field have to be email format.'
const LONG = 'This form is limited in 255 words.'

describe('a group mail', () => {
  test.each<[object, string, string]>([
    [{ title: ' ' }, 'title', 'This field is required.'],
    [{ title: 'x'.repeat(256) }, 'title', LONG],
    [{ title: 'News\r\nBcc: all@example.org' }, 'title', 'Line breaks cannot be used in this form.'],
    [{ title: 'News for #name#' }, 'title', 'Placeholders are replaced in the content only.'],
    [
      { content: 'Dear #nmae#' },
      'content',
      '#nmae# is not a placeholder. Use #name#, #affiliation#, #title# or #samples#.',
    ],
    [{ bcc: 'x'.repeat(256) }, 'bcc', LONG],
    [{ bcc: 'office@example.org, panel' }, 'bcc', FORMAT],
    [{ reply_to_address: 'office' }, 'reply_to_address', FORMAT],
    [{ reply_to_name: 'x'.repeat(256) }, 'reply_to_name', LONG],
    [{ reply_to_name: 'a\nb' }, 'reply_to_name', 'Line breaks cannot be used in this form.'],
    [{ destinations: undefined }, 'destinations', 'This field must be sent; empty clears it.'],
    [{ destinations: 'all' }, 'destinations', 'This field must be a list of users.'],
    [{ destinations: [1, 'x'] }, 'destinations.1', 'This user does not exist.'],
    [{ destinations: Array(100_001).fill(1) }, 'destinations', 'At most 100,000 destinations.'],
    [{ content: undefined }, 'content', 'This field must be sent; empty clears it.'],
  ])('with %j is refused', (change, field, message) => {
    expect(errorsOf(change)[field]?.[0]).toBe(message)
  })

  test('removes duplicate destinations and formats its addresses', () => {
    const input = GroupMailInput.parse({
      ...GOOD,
      bcc: ' office@example.org ,panel@example.org,, ',
      destinations: [3, { id: 1 }, '3', 2, 1],
    })
    expect(input.bcc).toBe('office@example.org, panel@example.org')
    expect(input.destinations).toEqual([3, 1, 2])
  })
})
