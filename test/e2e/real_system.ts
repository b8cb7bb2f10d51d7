import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { readConfig } from '#server/platform/config.ts'
import { type OpenServices, openServices } from '#server/process.ts'

/** A real system of one's own: an empty database, served as in production, with a mail server. */
export interface RealSystem {
  address: string
  /** The first administrator, as the command line made it. */
  admin: { email: string; password: string }
  /** Waits for a mail to someone whose subject holds some words. */
  mailTo(address: string, subject: string): Promise<ParsedMail>
  /** The mails that someone has got so far, in their order. */
  mailsOf(address: string): readonly ParsedMail[]
  /** Ends the server as a power cut does; `start` starts it again. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

const ADMIN = 'office@ao.example.org'

/** A real mail server that keeps what it receives. */
async function mailServer() {
  const received: ParsedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, callback) {
      simpleParser(stream).then((mail) => {
        received.push(mail)
        callback()
      }, callback)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  return { received, url: `smtp://127.0.0.1:${port}`, close }
}

/** Below the ports of the demonstrations; workers that run at the same time begin far apart. */
let nextPort =
  12_000 + (Number(process.env.AO_E2E_PORT) % 40) * 200 + Number(process.env.TEST_PARALLEL_INDEX) * 100

/** A port for a server that is started later, and perhaps again: not one that a connection may be given meanwhile. */
export async function freePort(): Promise<number> {
  const port = nextPort++
  const server = createServer()
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!free) return freePort()
  await new Promise((resolve) => server.close(resolve))
  return port
}

const addressesOf = ({ to }: ParsedMail) =>
  [to ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address))

interface Options {
  /** A name where passkeys are made. */
  name?: string
  /** Settings beside its own. */
  settings?: Record<string, string>
  /** Puts what is there from the beginning into the empty database. */
  fill?: (ground: OpenServices) => Promise<void>
}

/** Makes the first administrator by the command line, then serves. */
export async function startRealSystem({
  name = '127.0.0.1',
  settings = {},
  fill,
}: Options = {}): Promise<RealSystem> {
  const mails = await mailServer()
  const folder = mkdtempSync(join(tmpdir(), 'ao-real-'))
  const port = settings.PORT ?? (await freePort())
  const address = `http://${name}:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    BASE_URL: address,
    DATA_DIR: folder,
    SMTP_URL: mails.url,
    MAIL_FROM: 'AO Office <office@ao.example.org>',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
    ...settings,
  }
  const node = ['--enable-source-maps']
  const made = spawnSync(process.execPath, [...node, 'dist/server/cli.js', 'create', ADMIN], {
    env,
    encoding: 'utf8',
  })
  const password = made.stdout.trim().split('\n').at(-1) ?? ''
  expect(password, made.stderr).toMatch(/^[A-Za-z0-9]{16}$/u)
  if (fill) {
    const ground = await openServices(readConfig(env), () => {})
    await fill(ground).finally(ground.close)
  }
  let server: ChildProcess
  const start = async () => {
    server = spawn(process.execPath, [...node, 'dist/server/main.js'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await waitUntilServing(`${address}/api/login_user`, server)
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  const mailsOf = (who: string) => mails.received.filter((mail) => addressesOf(mail).includes(who))
  await start()
  return {
    address,
    admin: { email: ADMIN, password },
    async mailTo(who, subject) {
      const find = () => mailsOf(who).find((mail) => mail.subject?.includes(subject))
      await expect.poll(find, { message: `a mail to ${who}: ${subject}`, timeout: 90_000 }).toBeDefined()
      return find()!
    },
    mailsOf,
    start,
    kill: () => end('SIGKILL'),
    async close() {
      await end('SIGTERM')
      await mails.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function waitUntilServing(url: string, server: ChildProcess) {
  await expect(async () => {
    expect(server.exitCode, 'the server ended').toBeNull()
    expect((await fetch(url)).ok).toBe(true)
  }).toPass({ timeout: 120_000 })
}
