import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { aTerm, aUser } from '../../builders/people.ts'
import { withServer } from '../../testing/test_server.ts'
import { codingOf } from './compression.ts'

test.each([
  [undefined, null],
  ['identity', null],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, GZIP', 'gzip'],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['*;q=0', null],
])('of %j is taken %j', (accepted, coding) => expect(codingOf(accepted)).toBe(coding))

test('a long answer is compressed for clients that accept it, a short one is not', () =>
  withServer(async ({ ctx, as }) => {
    await aTerm(ctx())
    const office = await aUser(ctx(), ['admin'])
    for (let n = 0; n < 6; n++) await aUser(ctx(), ['reviewer'])
    const { request } = await as(office)
    const ask = (path: string, coding: string) =>
      request('GET', path, undefined, { 'accept-encoding': coding })
    const plain = await ask('/api/users', 'identity')
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Accept-Encoding'])
    const br = await ask('/api/users', 'gzip, br')
    expect([br.headers['content-encoding'], br.headers['content-length']]).toEqual([
      'br',
      String(br.rawPayload.length),
    ])
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync((await ask('/api/users', 'gzip')).rawPayload).toString()).toBe(plain.body)
    expect((await ask('/api/masters/getTerm', 'br')).headers['content-encoding']).toBeUndefined()
  }))

test('a CSV file is compressed while it is sent, complete to its last line', () =>
  withServer(async ({ ctx, as }) => {
    await aTerm(ctx())
    const { api, request } = await as(await aUser(ctx(), ['admin']))
    const sent = async (coding: string) =>
      request('GET', await api.users.mailList({}), undefined, { 'accept-encoding': coding })
    const plain = await sent('identity')
    const gz = await sent('gzip')
    expect([gz.headers['content-encoding'], gz.headers['content-type']]).toEqual([
      'gzip',
      'text/csv; charset=utf-8',
    ])
    expect(gunzipSync(gz.rawPayload).toString()).toBe(plain.body)
  }))
