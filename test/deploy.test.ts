import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig, SETTINGS } from '#server/platform/config.ts'
import { MAX_FORM_BYTES } from '#server/platform/http/multipart.ts'

// What the tools themselves say of these files is checked by `npm run trust -- deploy`.

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const kit = (name: string) => read(`deploy/${name}`)
const guide = read('docs/operations.md')

/** The settings of a unit: all values of each, an empty one included. */
function readUnit(name: string): Map<string, string[]> {
  const settings = new Map<string, string[]>()
  for (const line of kit(name).split('\n')) {
    const [, key, value] = /^(\w+)=(.*)$/u.exec(line) ?? []
    if (key) settings.set(key, [...(settings.get(key) ?? []), value!])
  }
  return settings
}

/** An environment file as systemd.exec(5) reads it, as far as the example goes: no escapes, no continued lines. */
function readAsSystemd(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() && !/^[#;]/u.test(line))
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, quoted, plain] = /^([A-Z_]+)=(?:"([^"$`\\]*)"|([\w./:@?=+-]*))$/u.exec(line) ?? []
      if (!name) throw new Error(`Not a plain assignment: ${line}`)
      return [name, quoted ?? plain!]
    }),
  )
}

/** An environment file as a shell reads it. */
function readAsShell(text: string): Record<string, string> {
  const names = [...text.matchAll(/^([A-Z_]+)=/gmu)].map(([, name]) => name)
  const print = `for name in ${names.join(' ')}; do eval "echo $name=\\"\\$$name\\""; done`
  const script = `set -eua\n${text}\n${print}`
  const { stdout, stderr, status } = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8', env: {} })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  return Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

const example = kit('ao.env.example')
const environment = readAsSystemd(example)
/** The example with every commented setting taken in. */
const whole = example.replaceAll(/^#([A-Z_]+=)/gmu, '$1')

describe('the example of the settings', () => {
  test('is the same to systemd and to a shell', () => {
    expect(readAsShell(example)).toEqual(environment)
    expect(readAsShell(whole)).toEqual(readAsSystemd(whole))
  })

  test('names settings that exist', () => {
    for (const name of Object.keys(readAsSystemd(whole))) expect(SETTINGS).toContain(name)
  })

  test('starts a server, with the mail server from its file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ao-deploy-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const secret = join(folder, 'smtp_url')
    writeFileSync(secret, 'smtps://user:p@ss$word@mail.example.org\n', { mode: 0o600 })
    expect(readConfig({ ...environment, SMTP_URL_FILE: secret })).toMatchObject({
      baseUrl: 'https://ao.example.org',
      mailFrom: 'AO Office <ao@example.org>',
      smtpUrl: 'smtps://user:p@ss$word@mail.example.org',
      host: '127.0.0.1',
      port: 3000,
      trustProxy: 1,
    })
  })
})

const service = readUnit('ao.service')
const backup = readUnit('ao-backup.service')
const timer = readUnit('ao-backup.timer')

describe('the units', () => {
  test('start what is in the repository, with the settings of the example', () => {
    expect(service.get('ExecStart')).toEqual([
      expect.stringMatching(/^\/usr\/bin\/node .*scripts\/serve\.mjs$/u),
    ])
    expect(existsSync(new URL('../scripts/serve.mjs', import.meta.url))).toBe(true)
    expect(service.get('EnvironmentFile')).toEqual(['/etc/ao/ao.env'])
    expect(example).toContain('/etc/ao/ao.env')
    expect(guide).toContain('deploy/ao.env.example /etc/ao/ao.env')
  })

  test('keep the data where the service may write', () => {
    expect(service.get('StateDirectory')).toEqual(['ao'])
    expect(environment.DATA_DIR).toMatch(/^\/var\/lib\/ao\//u)
    expect(service.get('ProtectSystem')).toEqual(['strict'])
  })

  test('stop the server alone, and wait for it', () => {
    // With control-group the embedded PostgreSQL would end its connections before the requests are done.
    expect(service.get('KillMode')).toEqual(['mixed'])
    expect(service.get('Restart')).toEqual(['on-failure'])
  })

  test('are started at boot', () => {
    expect(service.get('WantedBy')).toEqual(['multi-user.target'])
    expect(timer.get('WantedBy')).toEqual(['timers.target'])
    expect(timer.get('Persistent')).toEqual(['yes'])
    expect(backup.has('WantedBy')).toBe(false)
  })

  test('protect the backup as they do the server', () => {
    const own = ['Description', 'Type', 'ExecStart', 'ReadWritePaths', 'After']
    const ofServer = ['Restart', 'RestartSec', 'KillMode', 'TimeoutStopSec', 'WantedBy']
    const shared = (unit: Map<string, string[]>) =>
      Object.fromEntries([...unit].filter(([key]) => ![...own, ...ofServer].includes(key)))
    expect(shared(backup)).toEqual(shared(service))
  })

  test('run as a user that the guide creates, and never as root', () => {
    const [user] = service.get('User')!
    expect(user).toBe('ao')
    expect(guide).toContain(`adduser --system --group --home /var/lib/ao ${user}`)
    expect(kit('ao-admin')).toContain(`--reuid=${user} --regid=${user}`)
  })

  test('back up into a folder that the guide creates', () => {
    const [folder] = backup.get('ReadWritePaths')!
    expect(backup.get('ExecStart')![0]).toMatch(new RegExp(` backup ${folder} --keep \\d+$`, 'u'))
    expect(guide).toMatch(new RegExp(`^install -d .*${folder}$`, 'mu'))
  })

  test('agree with ao-admin on program, settings and folder', () => {
    const [folder] = service.get('WorkingDirectory')!
    const lines = kit('ao-admin').split('\n')
    expect(lines).toContain(`. ${service.get('EnvironmentFile')![0]}`)
    expect(lines).toContain(`cd ${folder}`)
    expect(guide).toContain(`git clone … ${folder}`)
  })
})

describe('the proxies', () => {
  test.each(['nginx.conf', 'Caddyfile'])('%s passes on to where the server listens', (file) => {
    const upstream = `${environment.HOST}:${environment.PORT}`
    expect(kit(file)).toMatch(new RegExp(`(?:proxy_pass http://|reverse_proxy )${upstream}`, 'u'))
    expect(new URL(environment.BASE_URL!).hostname).toBe('ao.example.org')
    expect(kit(file)).toContain('ao.example.org')
  })

  test('take the largest form that the server takes', () => {
    const [, megabytes] = /client_max_body_size (\d+)m;/u.exec(kit('nginx.conf'))!
    expect(Number(megabytes) * 1024 ** 2).toBeGreaterThanOrEqual(MAX_FORM_BYTES)
    // Caddy has no limit but one that is set.
    expect(kit('Caddyfile')).not.toContain('max_size')
  })

  test('leave compression to the server', () => {
    expect(kit('nginx.conf')).toContain('gzip off;')
    expect(kit('Caddyfile')).not.toMatch(/^\s*encode/mu)
  })

  test('are one, and drop what a visitor claims to come from', () => {
    expect(environment.TRUST_PROXY).toBe('1')
    expect(kit('nginx.conf')).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
    expect(kit('nginx.conf')).not.toContain('$proxy_add_x_forwarded_for')
    expect(kit('Caddyfile')).not.toContain('trusted_proxies')
  })

  test('nginx redirects to https, and has its certificate', () => {
    const text = kit('nginx.conf')
    for (const needed of [
      'return 301 https://$host$request_uri;',
      'ssl_certificate ',
      'ssl_certificate_key ',
      'ssl http2',
    ])
      expect(text).toContain(needed)
    expect(text.split('{').length).toBe(text.split('}').length)
  })
})

describe('the containers', () => {
  const file = kit('Containerfile')
  const compose = kit('compose.yaml')

  test('build and run in two stages of one pinned base, not as root', () => {
    const bases = [...file.matchAll(/^FROM (\S+)/gmu)].map(([, base]) => base)
    expect(bases).toEqual([expect.stringMatching(/:\d+-\w+-slim$/u), bases[0]])
    const last = file.slice(file.lastIndexOf('FROM'))
    expect(last.indexOf('USER ao')).toBeGreaterThan(0)
    expect(last.indexOf('USER ao')).toBeLessThan(last.indexOf('CMD ["node", "--max'))
  })

  test('ask the server whether it is ready', () => {
    const [, command] = /HEALTHCHECK[^\n]*\\\n\s+CMD (\[.*\])$/mu.exec(file)!
    const [, , code] = JSON.parse(command!) as string[]
    expect(code).toContain('/readyz')
    expect(() => new Function(code!)).not.toThrow()
  })

  test('start the server as the unit does', () => {
    const [, command] = /^CMD (\[.*\])$/mu.exec(file)!
    expect(`/usr/bin/${(JSON.parse(command!) as string[]).join(' ')}`).toBe(service.get('ExecStart')![0])
  })

  test('use settings that exist, and the port of the image', () => {
    const server = compose.slice(compose.indexOf('  server:'), compose.indexOf('\n  database:\n'))
    const block = /environment:\n((?: {6}\S.*\n)+)/u.exec(server)![1]!
    for (const [, name] of block.matchAll(/^ {6}(\w+):/gmu)) expect(SETTINGS).toContain(name)
    expect(server).toContain('"127.0.0.1:3000:3000"')
    expect(file).toContain('PORT=3000')
    expect(file).toContain('EXPOSE 3000')
  })

  test('have a UTF-8 database of a version that the server takes', () => {
    expect(compose).toContain('--encoding=UTF8')
    expect(Number(/postgres:(\d+)-/u.exec(compose)![1])).toBeGreaterThanOrEqual(15)
  })

  test('keep secrets, data and packages out of the image', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const name of ['.git', 'data', 'deploy/secrets', 'dist', '**/node_modules'])
      expect(ignored).toContain(name)
    expect(read('.gitignore').split('\n')).toContain('deploy/secrets/')
    for (const [, secret] of compose.matchAll(/^ {4}file: (\S+)/gmu)) expect(secret).toMatch(/^secrets\//u)
  })

  test('say that they were not tried', () => {
    for (const text of [file, compose]) expect(text).toContain('# Not tested')
  })
})

describe('the guide', () => {
  test('names every file of deploy, and none that is missing', () => {
    const files = readdirSync(new URL('../deploy', import.meta.url), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('secrets'))
      .map((entry) => `deploy/${join(entry.parentPath, entry.name).split('/deploy/')[1]}`)
    for (const file of files) expect(guide, file).toContain(file)
    const named = new Set([...guide.matchAll(/(deploy\/[\w./-]*\w)/gu)].map(([, name]) => name!))
    for (const name of named) expect(existsSync(new URL(`../${name}`, import.meta.url)), name).toBe(true)
  })

  test('lists every setting, and none that does not exist', () => {
    const table = /^\| setting \|.*\n\|[-|]+\n((?:\|.*\n)+)/mu.exec(guide)![1]!
    const names = table
      .split('\n')
      .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/gu)].map(([, name]) => name))
    expect(names.toSorted()).toEqual([...SETTINGS].filter((name) => !name.endsWith('_FILE')).toSorted())
  })
})
