import { expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { withServer } from '../../testing/test_server.ts'
import { loggedAddress } from './log.ts'

test.each([
  ['/password/reset/s3cret?email=a@example.org', '/password/reset/…?email=a@example.org'],
  ['/api/downloads/s3cret/proposals.csv', '/api/downloads/…/proposals.csv'],
  ['/myprofile?x=1&confirm=s3cret&y=2', '/myprofile?x=1&confirm=…&y=2'],
  ['/api/proposals/12', '/api/proposals/12'],
])('%s is logged as %s', (url, logged) => expect(loggedAddress(url)).toBe(logged))

test('a request is one line in the log with its URL and status', () =>
  withServer(async ({ services }) => {
    const lines: string[] = []
    const app = await buildApp(services, {
      level: 'info',
      stream: { write: (line) => void lines.push(line) },
    })
    await app.inject('/api/proposals')
    await app.close()
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        req: expect.objectContaining({ method: 'GET', url: '/api/proposals' }),
        res: { statusCode: 401 },
        responseTime: expect.any(Number),
      }),
    ])
  }))

test('no token in a URL is logged, whatever the answer', () =>
  withServer(async ({ services }) => {
    const lines: string[] = []
    const app = await buildApp(services, {
      level: 'info',
      stream: { write: (line) => void lines.push(line) },
    })
    for (const path of ['/password/reset/s3cret', '/api/downloads/s3cret/x.csv', '/myprofile?confirm=s3cret'])
      await app.inject(path)
    await app.close()
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('')).not.toContain('s3cret')
  }))
