import { describe, expect, test } from 'vitest'
import { fieldErrors } from '../errors.ts'
import { InformationInput, NewInformation } from './contract.ts'

const GOOD = { title: 'News', target: 1, content: '', url: '', date: '2026-04-01', published: 0 }
const errorsOf = (body: object) => {
  const parsed = InformationInput.safeParse(body)
  return parsed.success ? {} : fieldErrors(parsed.error.issues)
}

describe('an announcement', () => {
  test.each<[object, string, string]>([
    [{ title: '' }, 'title', 'This field is required.'],
    [{ title: ' ' }, 'title', 'This field is required.'],
    [{ title: '字'.repeat(101) }, 'title', 'This form is limited in 100 words.'],
    [{ target: '' }, 'target', 'This field is required.'],
    [{ target: undefined }, 'target', 'This field is required.'],
    [{ target: 5 }, 'target', 'This choice does not exist.'],
    [{ content: 'x'.repeat(5001) }, 'content', 'This form is limited in 5000 words.'],
    [{ content: undefined }, 'content', 'This field must be sent; empty clears it.'],
    [{ url: `https://example.org/${'x'.repeat(181)}` }, 'url', 'This form is limited in 200 words.'],
    [{ url: 'example.org' }, 'url', 'Only url can be input in this form.'],
    [{ url: 'ftp://example.org' }, 'url', 'Only url can be input in this form.'],
    [{ url: 'javascript:alert(1)' }, 'url', 'Only url can be input in this form.'],
    [{ url: 'https://' }, 'url', 'Only url can be input in this form.'],
    [{ url: 'https://example.org/a b' }, 'url', 'Only url can be input in this form.'],
    [{ date: '2026-02-30' }, 'date', 'This field must be a date.'],
    [{ date: undefined }, 'date', 'This field must be sent; empty clears it.'],
    [{ published: undefined }, 'published', 'This field must be sent; empty clears it.'],
  ])('with %j is refused', (change, field, message) => {
    expect(errorsOf({ ...GOOD, ...change })).toEqual({ [field]: [message] })
  })

  test.each([
    { title: '字'.repeat(100) },
    { target: '4' },
    { url: 'http://example.org/~a?b=c#d' },
    { url: 'HTTPS://Example.org' },
    { date: '' },
    { date: null },
    { published: true },
  ])('with %j is accepted', (change) => {
    expect(errorsOf({ ...GOOD, ...change })).toEqual({})
  })

  test('is by default unpublished and without a date', () => {
    const { date, published, ...rest } = GOOD
    expect(NewInformation.parse(rest)).toEqual({ ...rest, published: false })
    expect(NewInformation.parse({ ...rest, date: '' }).date).toBeUndefined()
    expect(NewInformation.parse({ ...rest, date: '2026-05-01', published: 1 })).toMatchObject({
      date: '2026-05-01',
      published: true,
    })
  })
})
