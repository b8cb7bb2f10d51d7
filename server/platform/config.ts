import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'

/** The server cannot start; the message is one line that tells the operator what to do. */
export class StartError extends Error {
  override name = 'StartError'
}

const port = z.coerce.number('must be a number').int('must be a whole number').min(0).max(65535)
const url = (...protocols: string[]) =>
  z.string().refine(
    (text) => {
      try {
        return protocols.includes(new URL(text).protocol)
      } catch {
        return false
      }
    },
    `must be a ${protocols.map((p) => `${p}//…`).join(' or ')} address`,
  )

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']
const isNetwork = (text: string) => {
  const [address = '', bits, ...more] = text.split('/')
  const maxBits = isIP(address) === 6 ? 128 : 32
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d+$/u.test(bits) && Number(bits) <= maxBits))
  )
}

/** The number of trusted proxies, or their addresses: others could forge the forwarded address. */
function parseProxies(text: string, { addIssue }: z.RefinementCtx): number | string[] {
  if (text === 'false') return 0
  if (/^\d+$/u.test(text)) return Number(text)
  const networks = text.split(',').map((one) => one.trim())
  if (networks.every((one) => NAMED_NETWORKS.includes(one) || isNetwork(one))) return networks
  addIssue('must be how many proxies stand in front (1), or their addresses (10.0.0.0/8, ::1)')
  return z.NEVER
}

const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: url('http:', 'https:').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_PREPARED: z.enum(['yes', 'no']).default('yes'),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .min(3)
    .refine((text) => !/[\r\n]/.test(text), 'must be one line')
    .default('Astromaterials Sample AO <ao-office@example.org>'),
  FILES_URL: url('s3:').optional(),
  TRUST_PROXY: z.string().default('0').transform(parseProxies),
  RATE_LIMIT_PER_MINUTE: z.coerce.number('must be a number').int().min(0).default(600),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export interface Config {
  port: number
  host: string
  /** The public address of the system, without a trailing slash. */
  baseUrl: string
  secure: boolean
  dataDir: string
  databaseUrl: string | undefined
  /** Whether statements are prepared: false behind a pooler in transaction mode. */
  databasePrepared: boolean
  smtpUrl: string | undefined
  mailFrom: string
  filesUrl: string | undefined
  /** The number of trusted proxies, or their addresses. */
  trustProxy: number | string[]
  /** Requests per minute and user or address; 0 turns off this limit and the hourly ones. */
  rateLimit: number
  logLevel: string
}

/** Reads the configuration; an empty variable counts as unset. Throws StartError with every problem. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = Environment.safeParse(nonEmpty)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new StartError(`The settings are wrong. ${problems.join('; ')}`)
  }
  const e = parsed.data
  const host = e.HOST.includes(':') ? `[${e.HOST}]` : e.HOST
  const baseUrl = (e.BASE_URL ?? `http://${host}:${e.PORT}`).replace(/\/+$/, '')
  return {
    port: e.PORT,
    host: e.HOST,
    baseUrl,
    secure: baseUrl.startsWith('https:'),
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    databasePrepared: e.DATABASE_PREPARED === 'yes',
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    filesUrl: e.FILES_URL,
    trustProxy: e.TRUST_PROXY,
    rateLimit: e.RATE_LIMIT_PER_MINUTE,
    logLevel: e.LOG_LEVEL,
  }
}
