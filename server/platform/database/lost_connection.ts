import { LogThrottle } from '../log_throttle.ts'

/** SQLSTATEs: server shutting down, crashed, starting, or out of connections. */
const SERVER_STATES = ['57P01', '57P02', '57P03', '53300']
/** SQLSTATE class: connection exceptions. */
const CONNECTION_CLASS = '08'
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
/** Errors of the driver that have no code. */
const DRIVER_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/u

/** The database could not be reached or the connection broke; the query itself is not at fault. */
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

/** Missing files and missing sockets share the code ENOENT. */
const isSocket = (syscall: string | undefined) =>
  syscall === undefined || ['connect', 'read', 'write', 'getaddrinfo'].includes(syscall)

interface Log {
  error(...details: unknown[]): void
  warn(...details: unknown[]): void
}

export class DatabaseErrorLog {
  #throttle = new LogThrottle()

  /** Logs an error; lost connections at most once a minute with their number. */
  log(error: unknown, log: Pick<Log, 'error'>) {
    if (!isLostConnection(error)) return log.error(error)
    this.#throttle.record((failures) =>
      log.error({ err: error, failures }, 'The database cannot be reached.'),
    )
  }

  in = (log: Log): Log => ({
    error: (error: unknown) => this.log(error, log),
    warn: (...details) => log.warn(...details),
  })
}
