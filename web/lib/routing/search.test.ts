import { describe, expect, it } from 'vitest'
import { readSearch, writeSearch } from './search.ts'

describe('the query of an address', () => {
  it.each([
    ['', {}],
    ['?name=a%20b', { name: 'a b' }],
    ['?status=0&status=1', { status: ['0', '1'] }],
    ['?status[]=0', { status: ['0'] }],
    ['?status[]=0&status[]=1', { status: ['0', '1'] }],
    ['?status=', { status: '' }],
    ['?clear', { clear: '' }],
    ['?tab=tab-4', { tab: 'tab-4' }],
  ])('reads %s', (text, search) => expect(readSearch(text)).toEqual(search))

  it.each([
    [{}, ''],
    [{ name: 'a b', page: undefined }, '?name=a+b'],
    [{ status: ['0', '1'] }, '?status=0&status=1'],
    [{ status: [] }, '?status='],
    [{ clear: '' }, '?clear'],
    [{ submitted: true, term_id: 7 }, '?submitted=true&term_id=7'],
  ])('writes %j', (search, text) => expect(writeSearch(search)).toBe(text))
})
