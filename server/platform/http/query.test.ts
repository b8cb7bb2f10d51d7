import { describe, expect, test, vi } from 'vitest'
import { isFieldName, nestFields, parseQuery } from './query.ts'

describe('a query string', () => {
  test.each([
    ['status[]=0&status[]=1', { status: ['0', '1'] }],
    ['status=0&status=1', { status: ['0', '1'] }],
    ['status[]=2', { status: ['2'] }],
    ['status[0]=0&status[1]=2', { status: ['0', '2'] }],
    ['__proto__[]=1', {}],
    ['status=', { status: '' }],
    ['term=7', { term: '7', term_id: '7' }],
    ['term=6&term_id=7', { term: '6', term_id: '7' }],
    ['name=%E5%B1%B1+%E7%94%B0', { name: '山 田' }],
    ['__proto__=1', {}],
  ])('%s is read', (text, query) => {
    expect(parseQuery(text)).toEqual(query)
  })
})

test('a query string with brackets within brackets stays as flat as its names', () => {
  expect(parseQuery(`a${'[0]'.repeat(500)}=1&a[0][]=2`)).toEqual({
    [`a${'[0]'.repeat(499)}`]: ['1'],
    'a[0]': ['2'],
  })
})

/** How often `work` reads the keys of an object: a list that grows must not be read through for each of its fields. */
function countReads(work: () => unknown) {
  const [keys, entries] = [vi.spyOn(Object, 'keys'), vi.spyOn(Object, 'entries')]
  work()
  const count = keys.mock.calls.length + entries.mock.calls.length
  vi.restoreAllMocks()
  return count
}

describe('the fields of a form', () => {
  test.each([
    'title',
    'samples[]',
    'samples[0]',
    'samples[999][size]',
    'proposal_collaborator[199][middle_name]',
    'samples[0][]',
  ])('may be called %s', (name) => expect(isFieldName(name)).toBe(true))

  test.each([
    'samples[1000][size]',
    'samples[0][0][0]',
    `samples${'[0]'.repeat(60)}`,
    'samples[0]x',
    'samples[',
    'samples[[0]]',
    '[',
    'samples[a b]',
  ])('may not be called %s', (name) => expect(isFieldName(name)).toBe(false))

  test('as a list without positions are appended in order, without a look at those before', () => {
    const fields = Array.from({ length: 5000 }, (_, i): [string, string] => ['samples[]', String(i)])
    let tree: unknown
    expect(countReads(() => (tree = nestFields(fields)))).toBeLessThan(10)
    expect(tree).toEqual({ samples: fields.map(([, value]) => value) })
  })

  test('become a tree, with numbered keys as ordered lists', () => {
    expect(
      nestFields([
        ['title', 'T'],
        ['samples[1][size]', '2'],
        ['samples[0][size]', '1'],
        ['samples[0][type]', '0'],
        ['keywords_other[0][name]', 'dust'],
        ['conditions[]', '2'],
        ['conditions[]', '3'],
      ]),
    ).toEqual({
      title: 'T',
      samples: [{ size: '1', type: '0' }, { size: '2' }],
      keywords_other: [{ name: 'dust' }],
      conditions: ['2', '3'],
    })
  })

  test('cannot pollute the prototype of objects', () => {
    const tree = nestFields([
      ['__proto__[admin]', '1'],
      ['constructor[prototype][admin]', '1'],
    ])
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
    expect(Object.getPrototypeOf(tree)).toBe(Object.prototype)
  })
})
