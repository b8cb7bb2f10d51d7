import { expect, test } from 'vitest'
import { DatabaseErrorLog, isLostConnection } from './lost_connection.ts'

const failure = (code: string | undefined, message = 'x', syscall?: string) =>
  Object.assign(new Error(message), { ...(code && { code }), ...(syscall && { syscall }) })

test.each<[string, Error, boolean]>([
  ['a server that ends', failure('57P01'), true],
  ['one that starts', failure('57P03'), true],
  ['one with no connection left', failure('53300'), true],
  ['a broken connection', failure('08006'), true],
  ['a socket that nobody answers', failure('ENOENT', 'connect ENOENT', 'connect'), true],
  ['a port that nobody answers', failure('ECONNREFUSED', 'connect ECONNREFUSED', 'connect'), true],
  ['an end in the middle', failure(undefined, 'Connection terminated unexpectedly'), true],
  ['no connection in time', failure(undefined, 'timeout exceeded when trying to connect'), true],
  ['a missing file', failure('ENOENT', 'open ENOENT', 'open'), false],
  ['a violation', failure('23505'), false],
  ['a fault of ours', failure(undefined, 'x is not a function'), false],
])('%s is a loss of the database or not', (_, error, lost) => expect(isLostConnection(error)).toBe(lost))

test('many lost connections are one line in the log, any other error its own line', () => {
  const logged: unknown[] = []
  const log = { error: (details: unknown) => logged.push(details) }
  const losses = new DatabaseErrorLog()
  for (let n = 0; n < 100; n++) losses.log(failure('57P01'), log)
  const other = failure(undefined, 'other')
  losses.log(other, log)
  expect(logged).toEqual([{ err: expect.anything(), failures: 1 }, other])
})
