import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '#domain/contract.ts'
import { type Endpoint, fileAddress } from '#domain/endpoint.ts'
import { buildApp } from '../../app.ts'
import { aTerm, aUser } from '../../builders/people.ts'
import { withServer } from '../../testing/test_server.ts'
import { openFiles } from '../files.ts'

const PATHS = ['/healthz', '/readyz', '/api/docs', '/api/openapi.json']

test(
  'HEAD answers as GET, without the body, wherever GET does',
  () =>
    withServer(async (world) => {
      const admin = await aUser(world.ctx(), ['admin', 'panel', 'reviewer', 'proposer'])
      await aTerm(world.ctx())
      const { cookie } = await world.as(admin)
      const endpoints = Object.values(contract).flatMap((area) => Object.values<Endpoint>(area))
      const reads = endpoints.filter(
        ({ method, reply, gives }) => method === 'GET' && reply !== fileAddress && !gives,
      )
      for (const headers of [{}, { cookie }])
        for (const url of [...PATHS, ...reads.map(({ path }) => path.replaceAll(/:\w+/gu, '1'))]) {
          const [get, head] = await Promise.all(
            (['GET', 'HEAD'] as const).map((method) => world.app.inject({ method, url, headers })),
          )
          expect([url, head!.statusCode, head!.body]).toEqual([url, get!.statusCode, ''])
          expect([url, head!.headers['content-type']]).toEqual([url, get!.headers['content-type']])
        }
    }),
  300_000,
)

const FAILED = { status: 'The file store cannot be used.' }

test('/readyz is 503 while the file store cannot be written, and the log says why; many who ask share one probe', () =>
  withServer(async ({ services }) => {
    const folder = mkdtempSync(join(tmpdir(), 'ao-health-'))
    const files = openFiles(folder, undefined)
    let probes = 0
    const lines: string[] = []
    const store = {
      ...files,
      probe: () => {
        probes++
        return files.probe()
      },
    }
    const app = await buildApp(
      { ...services, files: store },
      { level: 'error', stream: { write: (line: string) => void lines.push(line) } },
    )
    const ask = async () => {
      const answer = await app.inject('/readyz')
      return [answer.statusCode, answer.json()]
    }
    rmSync(join(folder, 'files'), { recursive: true })
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(Array(3).fill([503, FAILED]))
    expect(await ask()).toEqual([503, FAILED])
    expect(probes).toBe(1)
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 50, msg: FAILED.status, probes: 1 })
    expect(lines[0]).toContain('ENOENT')
    await app.close()
    rmSync(folder, { recursive: true })
  }))

test('a probe of the file store leaves nothing behind, and fails when it cannot be written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ao-health-'))
  const files = openFiles(folder, undefined)
  await files.probe()
  expect(readdirSync(join(folder, 'files'))).toEqual([])
  rmSync(join(folder, 'files'), { recursive: true })
  await expect(files.probe()).rejects.toMatchObject({ kind: 'unavailable' })
  rmSync(folder, { recursive: true })
})
