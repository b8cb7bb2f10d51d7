import { hostname } from 'node:os'
import { StartError } from './config.ts'
import { loggedError, loggedMessage } from './logged_error.ts'

const LEVELS = { info: 30, warn: 40, fatal: 60 }
const NAMES: Record<number, string> = { 10: 'TRACE', 20: 'DEBUG', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' }

interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

/** The lines of the program itself: JSON as the server's own, but sentences where people read them at a terminal. */
export interface ProcessLog {
  /** Takes the JSON lines of the server. */
  stream: { write(line: string): void }
  info(message: string): void
  warn(message: string): void
  /** Why the program ends: a StartError is one line, anything else has a stack. */
  fatal(error: unknown): void
}

export function openLog(out: Output = process.stdout, errors: Output = process.stderr): ProcessLog {
  const line = (level: keyof typeof LEVELS, rest: object) => {
    const base = { level: LEVELS[level], time: Date.now(), pid: process.pid, hostname: hostname() }
    return `${JSON.stringify({ ...base, ...rest })}\n`
  }
  const tell = (level: 'info' | 'warn', msg: string) =>
    void out.write(out.isTTY ? `${msg}\n` : line(level, { msg }))
  return {
    stream: { write: (text) => void out.write(out.isTTY ? readableLine(text) : text) },
    info: (message) => tell('info', message),
    warn: (message) => tell('warn', message),
    fatal(error) {
      if (error instanceof StartError)
        return void errors.write(out.isTTY ? `${error.message}\n` : line('fatal', { msg: error.message }))
      const thrown = error instanceof Error ? error : new Error(String(error))
      const rest = { err: loggedError(thrown), msg: loggedMessage(thrown) }
      errors.write(out.isTTY ? readableLine(line('fatal', rest)) : line('fatal', rest))
    },
  }
}

/** A line of the server as people read it: time, level if it matters, request, message, details, stack. */
function readableLine(text: string): string {
  const {
    level,
    time,
    pid: _,
    hostname: __,
    reqId: ___,
    msg,
    err,
    req,
    res,
    responseTime,
    ...rest
  } = JSON.parse(text)
  const request = req && [
    req.method,
    req.url,
    res?.statusCode,
    responseTime && `${Math.round(responseTime)} ms`,
  ]
  const user = req?.user && `user ${req.user}`
  const details = Object.keys(rest).length > 0 && JSON.stringify(rest)
  const words = [
    new Date(time).toISOString().slice(11, 19),
    NAMES[level],
    ...(request ?? []),
    user,
    msg,
    details,
  ]
  return `${[words.filter(Boolean).join(' '), err?.stack].filter(Boolean).join('\n')}\n`
}
