import { expect, test } from 'vitest'
import { StartError } from './config.ts'
import { openLog } from './log.ts'

/** What a log writes on a terminal or elsewhere. */
function writtenBy(isTTY: boolean, work: (log: ReturnType<typeof openLog>) => void) {
  const lines: string[] = []
  const out = { isTTY, write: (text: string) => void lines.push(text) }
  work(openLog(out, out))
  return lines
}

const AT = Date.UTC(2026, 0, 2, 3, 4, 5)
const answered = {
  ...{ level: 30, time: AT, pid: 1, hostname: 'ao', reqId: 'req-1' },
  ...{
    req: { method: 'GET', url: '/api/users?name', user: 3 },
    res: { statusCode: 200 },
    responseTime: 12.4,
  },
  msg: 'answered',
}
const failed = {
  level: 50,
  time: AT,
  msg: 'It failed.',
  table: 'users',
  err: { stack: 'Error: It failed.\n    at here' },
}

test('at a terminal the log is sentences and short lines, with the stack of an error', () =>
  expect(
    writtenBy(true, (log) => {
      log.info('The system is ready.')
      log.warn('The disk is nearly full.')
      for (const line of [answered, failed]) log.stream.write(JSON.stringify(line))
      log.fatal(new StartError('BASE_URL is missing.'))
    }),
  ).toEqual([
    'The system is ready.\n',
    'The disk is nearly full.\n',
    '03:04:05 GET /api/users?name 200 12 ms user 3 answered\n',
    '03:04:05 ERROR It failed. {"table":"users"}\nError: It failed.\n    at here\n',
    'BASE_URL is missing.\n',
  ]))

test('elsewhere each line is JSON, with a level and no more of an error than the server logs', () => {
  const lines = writtenBy(false, (log) => {
    log.info('The system is ready.')
    log.stream.write(`${JSON.stringify(answered)}\n`)
    log.fatal(new StartError('BASE_URL is missing.'))
    log.fatal(new Error('No mail to zoe@example.org'))
  })
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 30, msg: 'The system is ready.' }),
    answered,
    expect.objectContaining({ level: 60, msg: 'BASE_URL is missing.' }),
    expect.objectContaining({ level: 60, err: expect.objectContaining({ type: 'Error' }) }),
  ])
  expect(lines.join('')).not.toContain('zoe@')
})
