import { readFileSync } from 'node:fs'
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

/** Cookies, links and passkeys belong to a host, so the system takes the whole of it. */
const isOrigin = (text: string) => {
  if (!URL.canParse(text)) return true
  const { href, origin } = new URL(text)
  return href === `${origin}/`
}

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

/** Networks in which web hooks may be, although they are not public: 10.1.0.0/16, 127.0.0.1. */
function parseNetworks(text: string, { addIssue }: z.RefinementCtx): string[] {
  const networks = text.split(',').map((one) => one.trim())
  if (networks.every(isNetwork)) return networks
  addIssue('must be networks or addresses, with commas between them (10.1.0.0/16, ::1)')
  return z.NEVER
}

/** Certificates in PEM, from a file. */
function readCertificates(path: string, { addIssue }: z.RefinementCtx): string {
  try {
    const text = readFileSync(path, 'utf8')
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text
    addIssue(`${path} holds no certificate in PEM`)
  } catch (error) {
    addIssue(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  return z.NEVER
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

/** Whether a host, with or without the brackets of an address, is this machine alone. */
export const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/u.test(host)

/** https, or http on this machine alone: what a provider answers decides who is signed in. */
const isIssuer = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username, password } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSafe && !search && !hash && !username && !password
}
/** Without the slash of an empty path, so that an issuer has one spelling: links belong to it. */
const issuer = z
  .string()
  .refine(isIssuer, 'must be an https://… address')
  .transform((text) => text.replace(/^(https?:\/\/[^/]+)\/$/u, '$1'))
const values = z.array(z.string().min(1)).default([])

/** One entry of PROVIDERS. */
const ProviderEntry = z.strictObject({
  /** Part of the redirect address. */
  id: z
    .string()
    .regex(
      /^[a-z][a-z0-9_-]{0,29}$/u,
      'must be 1 to 30 lowercase letters, digits, _ or -, starting with a letter',
    )
    .refine(
      (id) => id !== 'orcid',
      'is the name of the preset: use ORCID, ORCID_CLIENT_ID and ORCID_CLIENT_SECRET',
    ),
  label: z.string().trim().min(1).max(60),
  issuer,
  client_id: z.string().min(1),
  client_secret: z.string().min(1).optional(),
  client_secret_file: z.string().min(1).optional(),
  /** Values of `amr` and `acr` with which the provider asserts a second factor. */
  second_factor: z.strictObject({ amr: values, acr: values }).prefault({}),
})

/** PROVIDERS: a JSON list. */
function parseEntries(text: string, { addIssue }: z.RefinementCtx) {
  let entries: unknown
  try {
    entries = JSON.parse(text)
  } catch {
    addIssue('must be a list in JSON')
    return z.NEVER
  }
  const parsed = z.array(ProviderEntry).safeParse(entries)
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues) addIssue(`${path.join('.')} ${message}`.trim())
  return z.NEVER
}

const ORCID_ISSUERS = { production: 'https://orcid.org', sandbox: 'https://sandbox.orcid.org' }
const orcidIssuer = z
  .string()
  .transform((text) => ORCID_ISSUERS[text as keyof typeof ORCID_ISSUERS] ?? text)
  .refine(
    (text) =>
      Object.values(ORCID_ISSUERS).includes(text) || (isIssuer(text) && isLoopback(new URL(text).hostname)),
    'must be production or sandbox',
  )

const Environment = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().default('127.0.0.1'),
    BASE_URL: url('http:', 'https:')
      .refine(isOrigin, 'must be a host alone, without a path, a query or a user: https://ao.example.org')
      .optional(),
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
    WEB_HOOK_NETWORKS: z.string().transform(parseNetworks).optional(),
    WEB_HOOK_CA: z.string().transform(readCertificates).optional(),
    METRICS_PORT: port.optional(),
    METRICS_HOST: z.string().default('127.0.0.1'),
    METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
    ORCID: orcidIssuer.optional(),
    ORCID_CLIENT_ID: z.string().optional(),
    ORCID_CLIENT_SECRET: z.string().optional(),
    ORCID_SECOND_FACTOR: z
      .string()
      .default('')
      .transform((text) => text.split(/[\s,]+/u).filter(Boolean)),
    PROVIDERS: z.string().transform(parseEntries).default([]),
    PROVIDER_TIMEOUT_SECONDS: z.coerce.number('must be a number').min(0.1).max(60).default(10),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .refine(
    ({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN }) =>
      METRICS_PORT === undefined || METRICS_TOKEN !== undefined || isLoopback(METRICS_HOST),
    {
      path: ['METRICS_TOKEN'],
      error: 'must be set where METRICS_HOST is not this machine alone',
    },
  )
  .refine(
    ({ ORCID, ORCID_CLIENT_ID, ORCID_CLIENT_SECRET }) =>
      ORCID === undefined || (ORCID_CLIENT_ID !== undefined && ORCID_CLIENT_SECRET !== undefined),
    { path: ['ORCID'], error: 'wants ORCID_CLIENT_ID and ORCID_CLIENT_SECRET' },
  )
  .refine(
    ({ ORCID, PROVIDERS }) => {
      const issuers = [...PROVIDERS.map(({ issuer }) => issuer), ...(ORCID ? [ORCID] : [])]
      return (
        new Set(issuers).size === issuers.length &&
        new Set(PROVIDERS.map(({ id }) => id)).size === PROVIDERS.length
      )
    },
    { path: ['PROVIDERS'], error: 'must have each id and each issuer once' },
  )

/** Where people can sign in besides their password (OpenID Connect). */
export interface Provider {
  /** Part of the redirect address. */
  id: string
  /** Its name on buttons. */
  label: string
  issuer: string
  clientId: string
  clientSecret: string
  /** Its subjects are ORCID iDs. */
  isOrcid: boolean
  /** Values of the claims with which it asserts a second factor. */
  secondFactor: { amr: string[]; acr: string[] }
}

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
  /** Where /metrics is served, and the token that it wants; undefined: nowhere. */
  metrics: { port: number; host: string; token: string | undefined } | undefined
  /** Where people can sign in besides their password. */
  providers: Provider[]
  /** How long an answer of a provider may take. */
  providerTimeoutSeconds: number
  /** Networks that web hooks may lead to beside public ones, and authorities of certificates beside the usual ones. */
  webHooks: { networks: readonly string[]; authorities: string | undefined }
  logLevel: string
}

type Env = Record<string, string | undefined>

/** Settings that hold a password; `NAME_FILE` names a file that holds the value instead. */
const SECRETS = [
  'DATABASE_URL',
  'SMTP_URL',
  'FILES_URL',
  'METRICS_TOKEN',
  'ORCID_CLIENT_SECRET',
  'PROVIDERS',
] as const
const fileOf = (name: string) => `${name}_FILE`
/** The names of all settings. */
export const SETTINGS: readonly string[] = [...Object.keys(Environment.shape), ...SECRETS.map(fileOf)]

/** The environment without empty variables, and with the secrets that are in files. Throws StartError. */
function readEnvironment(env: Env): Record<string, string> {
  const set = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value]] : [])),
  )
  for (const name of SECRETS) {
    const path = set[fileOf(name)]
    if (path === undefined) continue
    if (set[name] !== undefined)
      throw new StartError(`${name} and ${fileOf(name)} are both set: remove one of them.`)
    set[name] = readSecret(fileOf(name), path)
  }
  return set
}

function readSecret(name: string, path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(`${name}: ${path} cannot be read (${code}).`)
  }
  if (!text) throw new StartError(`${name}: ${path} is empty.`)
  return text
}

const NO_SECOND_FACTOR = { amr: [], acr: [] }

/** The configured providers, ORCID first. Throws StartError for one without its secret. */
function providersOf(e: z.output<typeof Environment>): Provider[] {
  const orcid: Provider[] = e.ORCID
    ? [
        {
          ...{ id: 'orcid', label: 'ORCID', issuer: e.ORCID, isOrcid: true },
          ...{ clientId: e.ORCID_CLIENT_ID!, clientSecret: e.ORCID_CLIENT_SECRET! },
          secondFactor: { ...NO_SECOND_FACTOR, amr: e.ORCID_SECOND_FACTOR },
        },
      ]
    : []
  const others = e.PROVIDERS.map(({ id, label, issuer, ...entry }) => {
    const { client_id, client_secret, client_secret_file } = entry
    if ((client_secret === undefined) === (client_secret_file === undefined))
      throw new StartError(`PROVIDERS: ${id} wants either client_secret or client_secret_file.`)
    const clientSecret =
      client_secret ?? readSecret(`PROVIDERS: client_secret_file of ${id}`, client_secret_file!)
    const { second_factor: secondFactor } = entry
    return { id, label, issuer, clientId: client_id, clientSecret, isOrcid: false, secondFactor }
  })
  return [...orcid, ...others]
}

const PRODUCTION = {
  BASE_URL: 'the address that people use',
  MAIL_FROM: 'the sender of mails',
  SMTP_URL: 'the mail server',
}

/** Throws StartError with every setting that is missing for people to use the system. */
export function requireProduction(env: Env): void {
  const set = readEnvironment(env)
  const missing = Object.entries(PRODUCTION).filter(([name]) => set[name] === undefined)
  if (missing.length > 0)
    throw new StartError(`Not set: ${missing.map(([name, what]) => `${name} (${what})`).join(', ')}.`)
}

export interface SettingsSummary {
  /** The names of our settings that are set, without their values. */
  set: string[]
  /** Variables that are none of ours but look like one, with the one that may be meant. */
  unknown: { name: string; meant: string }[]
}

/** Which of our settings are set, and which variables look like misspelt ones. */
export function describeSettings(env: Env): SettingsSummary {
  const present = Object.keys(env).filter((name) => env[name]?.trim())
  const others = present.filter((name) => !SETTINGS.includes(name))
  return {
    set: present.filter((name) => SETTINGS.includes(name)),
    unknown: others.flatMap((name) => {
      const meant = SETTINGS.find((one) => isMisspelling(name, one))
      return meant ? [{ name, meant }] : []
    }),
  }
}

const letters = (name: string) => name.toUpperCase().replace(/[^A-Z]/gu, '')

/** Whether both differ by one letter too many, missing, wrong or exchanged with the next; short names only by its order. */
function isMisspelling(name: string, known: string): boolean {
  const [a, b] = [letters(name), letters(known)]
  if (a === b) return true
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const [restA, restB] = [a.slice(start), b.slice(start)]
  if (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)) return true
  if (known.length < 6) return false
  return [
    [restA.slice(1), restB],
    [restA, restB.slice(1)],
    [restA.slice(1), restB.slice(1)],
  ].some(([one, other]) => one === other)
}

/** The mail server's URL, with TLS required where a password goes to another machine and the URL does not say. */
function withTls(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  const goesOut = url.protocol === 'smtp:' && url.password !== '' && !isLoopback(url.hostname)
  if (!goesOut || url.searchParams.has('requireTLS')) return smtpUrl
  url.searchParams.set('requireTLS', 'true')
  return url.href
}

/** Reads the configuration; an empty variable counts as unset. Throws StartError with every problem. */
export function readConfig(env: Env): Config {
  const parsed = Environment.safeParse(readEnvironment(env))
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
    smtpUrl: e.SMTP_URL && withTls(e.SMTP_URL),
    mailFrom: e.MAIL_FROM,
    filesUrl: e.FILES_URL,
    trustProxy: e.TRUST_PROXY,
    rateLimit: e.RATE_LIMIT_PER_MINUTE,
    metrics:
      e.METRICS_PORT === undefined
        ? undefined
        : { port: e.METRICS_PORT, host: e.METRICS_HOST, token: e.METRICS_TOKEN },
    providers: providersOf(e),
    providerTimeoutSeconds: e.PROVIDER_TIMEOUT_SECONDS,
    webHooks: { networks: e.WEB_HOOK_NETWORKS ?? [], authorities: e.WEB_HOOK_CA },
    logLevel: e.LOG_LEVEL,
  }
}
