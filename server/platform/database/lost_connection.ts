import { LogThrottle } from '../log_throttle.ts'

/** PostgreSQL's SQLSTATEs of a server that ends, starts, recovers, or has no connection left. */
const SERVER_STATES = ['57P01', '57P02', '57P03', '53300']
/** Class 08: the connection itself. */
const CONNECTION_CLASS = '08'
/** What the system says of a socket that nobody answers. */
const SYSTEM_ERRORS = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]
/** The driver has no codes for these. */
const DRIVER_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/u

/** The database could not be reached, or went away while it was asked: nothing is wrong with what was asked. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as Error & { code?: string; syscall?: string }
  if (code === undefined) return DRIVER_MESSAGES.test(error.message)
  return (
    SERVER_STATES.includes(code) ||
    code.startsWith(CONNECTION_CLASS) ||
    (SYSTEM_ERRORS.includes(code) && isSocket(syscall))
  )
}

/** A file that is missing has the same code as a socket that is. */
const isSocket = (syscall: string | undefined) =>
  syscall === undefined || ['connect', 'read', 'write', 'getaddrinfo'].includes(syscall)

interface Log {
  error(...told: unknown[]): void
  warn(...told: unknown[]): void
}

/** What is lost with the database is many failures and one line a minute in the log. */
export class DatabaseErrorLog {
  #throttle = new LogThrottle()

  /** Logs a failure: any other as it is, a lost connection once a minute with how many there were. */
  log(error: unknown, log: Pick<Log, 'error'>) {
    if (!isLostConnection(error)) return log.error(error)
    this.#throttle.record((failures) =>
      log.error({ err: error, failures }, 'The database can not be reached.'),
    )
  }

  /** A log in which losses are told so. */
  in = (log: Log): Log => ({
    error: (error: unknown) => this.log(error, log),
    warn: (...told) => log.warn(...told),
  })
}
