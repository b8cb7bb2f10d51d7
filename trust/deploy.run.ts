/**
 * What the tools themselves say of the installation kit: `npm run trust -- deploy`. The units are read by systemd; the
 * proxies are started on the files of `deploy`, changed only in ports, host name and certificate. Nothing is installed:
 * what has no tool here is named and left out.
 */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { connect, type IncomingHttpHeaders as Http2Headers } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { MAX_FORM_BYTES } from '#server/platform/http/multipart.ts'
import { AUTHORITY, certificate } from '#server/testing/certificates/index.ts'
import { createChecks } from './findings.ts'
import { freePort } from './server_process.ts'

const MAX_EXPOSURE = 4
const START_TIMEOUT_MS = 20_000
const HEAD = 'x'.repeat(64 * 1024)

const { check, end } = createChecks()
const skipped: string[] = []
const folder = mkdtempSync(join(tmpdir(), 'ao-deploy-'))
const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8')

const run = (command: string, ...args: string[]) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  return { there: error === undefined, good: status === 0, said: `${stdout ?? ''}${stderr ?? ''}`.trim() }
}
const isThere = (command: string, ...args: string[]) => run(command, ...args).there

checkUnits()
await checkProxy('nginx', ['-v'], startNginx)
await checkProxy('caddy', ['version'], startCaddy)
checkCompose()
rmSync(folder, { recursive: true })
for (const line of skipped) console.log(`skipped ${line}`)
end()

function checkUnits() {
  if (!isThere('systemd-analyze', '--version')) return void skipped.push('the units: no systemd-analyze')
  if (!existsSync('/usr/bin/node')) return void skipped.push('the units: no /usr/bin/node')
  const units = ['ao.service', 'ao-backup.service', 'ao-backup.timer'].map((unit) => `deploy/${unit}`)
  const { good, said } = run('systemd-analyze', 'verify', '--man=no', ...units)
  check('systemd has nothing to say of the units', good && said === '', said)
  for (const unit of units.slice(0, 2)) {
    const [, exposure] = /exposure level for \S+ (\d+\.\d+)/u.exec(
      run('systemd-analyze', 'security', '--offline=true', unit).said,
    ) ?? ['', 'unknown']
    check(`${unit} is exposed less than ${MAX_EXPOSURE}`, Number(exposure) < MAX_EXPOSURE, exposure)
  }
}

function checkCompose() {
  if (!run('docker', 'compose', 'version').good) return void skipped.push('compose.yaml: no docker compose')
  const secrets = join(folder, 'deploy', 'secrets')
  cpSync('deploy', join(folder, 'deploy'), { recursive: true })
  mkdirSync(secrets, { recursive: true })
  for (const name of ['database_password', 'database_url', 'smtp_url'])
    writeFileSync(join(secrets, name), name)
  const { good, said } = run(
    'docker',
    'compose',
    '--file',
    join(folder, 'deploy/compose.yaml'),
    'config',
    '--quiet',
  )
  check('docker compose reads compose.yaml', good, said)
}

interface Proxy {
  plainPort: number
  tlsPort: number
  stop(): Promise<void>
}
interface Ports {
  plain: number
  tls: number
  upstream: number
}

/** Starts a proxy on free ports in front of a server that echoes, and checks what the kit promises of it. */
async function checkProxy(name: string, version: string[], start: (ports: Ports) => Promise<Proxy>) {
  if (!isThere(name, ...version)) return void skipped.push(`${name}: not installed`)
  const upstream = await startEcho()
  const ports = { plain: await freePort(), tls: await freePort(), upstream: upstream.port }
  const proxy = await start(ports)
  try {
    const moved = await fetch(`http://localhost:${ports.plain}/proposals?page=2`, { redirect: 'manual' })
    const location = moved.headers.get('location') ?? ''
    check(
      `${name} redirects from port 80 to https, path included`,
      moved.status >= 301 &&
        moved.status <= 308 &&
        /^https:\/\/localhost.*\/proposals\?page=2$/u.test(location),
      `${moved.status} ${location}`,
    )
    const echo = await request(ports.tls, {
      'x-forwarded-for': '203.0.113.9',
      'accept-encoding': 'gzip',
    })
    check(`${name} speaks HTTP/2`, echo.status === 200, echo.status)
    const seen = JSON.parse(echo.body) as IncomingHttpHeaders
    check(
      `${name} passes on the visitor's address alone`,
      /^(?:127\.0\.0\.1|::1)$/u.test(String(seen['x-forwarded-for'])),
      String(seen['x-forwarded-for']),
    )
    check(`${name} passes on the host`, String(seen.host).startsWith('localhost'), String(seen.host))
    check(`${name} leaves compression to the server`, echo.headers['content-encoding'] === undefined)

    const whole = await request(ports.tls, { 'content-length': String(MAX_FORM_BYTES) }, MAX_FORM_BYTES)
    check(
      `${name} passes on the largest form`,
      whole.body === String(MAX_FORM_BYTES),
      `${whole.status}, ${whole.body} bytes`,
    )
    check(`${name} passes an upload on as it comes`, await passesOnAtOnce(ports.tls, upstream.firstBytes))
  } finally {
    await proxy.stop()
    upstream.close()
  }
}

/** A server that answers a GET with the headers it got, and a POST with the number of bytes. */
async function startEcho() {
  let first = () => {}
  const firstBytes = () => new Promise<boolean>((resolve) => (first = () => resolve(true)))
  const server = createServer((incoming, reply: ServerResponse) => {
    let bytes = 0
    incoming.on('data', (chunk: Buffer) => {
      first()
      bytes += chunk.length
    })
    incoming.once('error', () => {})
    incoming.once('end', () => {
      const body = incoming.method === 'GET' ? JSON.stringify(incoming.headers).padEnd(5000) : String(bytes)
      reply.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port, firstBytes, close }
}

interface Reply {
  status: number
  headers: Http2Headers
  body: string
}

/** A request over HTTP/2 with the certificate checked; with `bytes` a POST of so many. */
function request(port: number, headers: Record<string, string>, bytes = 0): Promise<Reply> {
  const session = connect(`https://localhost:${port}`, { ca: AUTHORITY })
  const stream = session.request({ ':method': bytes > 0 ? 'POST' : 'GET', ':path': '/', ...headers })
  let left = bytes
  const write = () => {
    while (left > 0 && !stream.destroyed) {
      const chunk = HEAD.slice(0, Math.min(left, HEAD.length))
      left -= chunk.length
      if (!stream.write(chunk)) return void stream.once('drain', write)
    }
    stream.end()
  }
  write()
  return new Promise<Reply>((resolve, reject) => {
    const reply: Reply = { status: 0, headers: {}, body: '' }
    // A proxy that has refused a body need not read it.
    const failed = (error: Error) => (reply.status > 0 ? resolve(reply) : reject(error))
    session.once('error', failed)
    stream.once('error', failed)
    stream.once('response', (got) => {
      reply.status = Number(got[':status'])
      reply.headers = got
    })
    stream.setEncoding('utf8').on('data', (text: string) => (reply.body += text))
    stream.once('close', () => resolve(reply))
  }).finally(() => session.destroy())
}

/** Whether the server has the first part of a body that is never finished. */
async function passesOnAtOnce(port: number, firstBytes: () => Promise<boolean>) {
  const session = connect(`https://localhost:${port}`, { ca: AUTHORITY })
  session.once('error', () => {})
  const arrived = firstBytes()
  const stream = session.request({ ':method': 'POST', ':path': '/', 'content-length': '50000000' })
  stream.once('error', () => {})
  stream.write(HEAD)
  const held = await Promise.race([arrived, setTimeout(5000, false)])
  session.destroy()
  return held
}

function writeCertificate() {
  const file = join(folder, 'certificate.pem')
  writeFileSync(file, certificate('trusted').cert, { mode: 0o600 })
  return file
}

/** Starts a program and waits until the port answers. */
async function startProxy(command: string, args: string[], ports: Ports): Promise<Proxy> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const start = performance.now()
  while (!(await fetch(`http://localhost:${ports.plain}/`, { redirect: 'manual' }).catch(() => null))) {
    if (child.exitCode !== null || performance.now() > start + START_TIMEOUT_MS)
      throw new Error(`${command} did not start: ${said}`)
    await setTimeout(100)
  }
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { plainPort: ports.plain, tlsPort: ports.tls, stop }
}

/** Replaces each text, which must be there. */
function replace(text: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`Not in the file: ${from}`)
    return result.replaceAll(from, to)
  }, text)
}

function startNginx({ plain, tls, upstream }: Ports) {
  const pem = writeCertificate()
  const site = replace(read('nginx.conf'), {
    '/etc/letsencrypt/live/ao.example.org/fullchain.pem': pem,
    '/etc/letsencrypt/live/ao.example.org/privkey.pem': pem,
    'ao.example.org': 'localhost',
    'listen 80;': `listen ${plain};`,
    'listen [::]:80;': '',
    'listen 443 ssl http2;': `listen ${tls} ssl http2;`,
    'listen [::]:443 ssl http2;': '',
    '127.0.0.1:3000': `127.0.0.1:${upstream}`,
  })
  writeFileSync(join(folder, 'site.conf'), site)
  const config = join(folder, 'nginx.conf')
  // As Debian's nginx.conf is where it matters: gzip on.
  writeFileSync(
    config,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
http { access_log off; gzip on; gzip_types application/json;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
include ${folder}/site.conf; }`,
  )
  const { good, said } = run('nginx', '-t', '-e', 'stderr', '-c', config)
  check('nginx -t accepts nginx.conf', good && !/warn|emerg/u.test(said), good ? '' : said)
  return startProxy('nginx', ['-e', 'stderr', '-c', config], { plain, tls, upstream })
}

function startCaddy({ plain, tls, upstream }: Ports) {
  const pem = writeCertificate()
  const site = replace(read('Caddyfile'), {
    '# tls /etc/ao/tls/fullchain.pem /etc/ao/tls/privkey.pem': `tls ${pem} ${pem}`,
    'ao.example.org {': 'localhost {',
    '127.0.0.1:3000': `127.0.0.1:${upstream}`,
  })
  const config = join(folder, 'Caddyfile')
  writeFileSync(config, `{\n\thttp_port ${plain}\n\thttps_port ${tls}\n\tadmin off\n}\n${site}`)
  const { good, said } = run(
    'caddy',
    'adapt',
    '--validate',
    '--adapter',
    'caddyfile',
    '--config',
    'deploy/Caddyfile',
  )
  check('caddy accepts the Caddyfile', good && !/"warn"|error/iu.test(said), good ? '' : said)
  return startProxy('caddy', ['run', '--adapter', 'caddyfile', '--config', config], { plain, tls, upstream })
}
