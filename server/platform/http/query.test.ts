import { describe, expect, test } from 'vitest'
import { nestFields, parseQuery } from './query.ts'

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

describe('the fields of a form', () => {
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
