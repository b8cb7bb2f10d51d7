// A program of someone else, which knows nothing but the API document: it takes the events of a web hook, of which it
// fails three in ten, and on 'plan' on standard input rebuilds the distribution plan from them and from what a token reads.
//
//   ADDRESS  where the system is          TOKEN   the secret of an API token
//   TERM     the number of the call       SECRET  the secret of the web hook
//   TLS      a file with certificate and key, PEM
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { createInterface } from 'node:readline'
import { Webhook } from 'standardwebhooks'

const { ADDRESS, TOKEN, TERM, SECRET, TLS } = process.env
const term_id = Number(TERM)
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)

const document = await (await fetch(`${ADDRESS}/api/docs/openapi.json`)).json()
const operations = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      operation.operationId,
      { path, method, operation },
    ]),
  ),
)

/** Calls an operation of the document with the token. */
async function call(id, { path: inPath = {}, query = {} } = {}) {
  const { path, method } = operations.get(id)
  const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(inPath[name]))
  const response = await fetch(`${ADDRESS}${address}?${new URLSearchParams(query)}`, {
    method: method.toUpperCase(),
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  if (!response.ok) throw new Error(`${id} was answered with ${response.status}: ${await response.text()}`)
  return response.json()
}

// What the events say is confirmed: the latest event of each pair counts, in whatever order they arrive.

const hook = new Webhook(SECRET)
const seen = new Set()
const latest = new Map()
const counts = { requests: 0, failed: 0, events: 0, repeated: 0, unsigned: 0 }

function take({ type, timestamp, sequence, data }) {
  const confirmed = { 'allocation.confirmed': true, 'allocation.confirmation_cancelled': false }[type]
  if (confirmed === undefined || data.term_id !== term_id) return
  for (const sample_id of data.sample_ids) {
    const key = `${data.proposal_id} ${sample_id}`
    const known = latest.get(key)
    const isLater =
      !known || timestamp > known.timestamp || (timestamp === known.timestamp && sequence > known.sequence)
    if (isLater) latest.set(key, { timestamp, sequence, confirmed })
  }
}

function receive(request, response, body) {
  counts.requests++
  const n = counts.requests % 10
  // Three of ten fail: before the event is read, after it was, and with no answer at all.
  if (n === 3) {
    counts.failed++
    return response.writeHead(503).end()
  }
  let event
  try {
    event = hook.verify(body, request.headers)
  } catch {
    counts.unsigned++
    return response.writeHead(401).end()
  }
  const id = request.headers['webhook-id']
  if (seen.has(id)) counts.repeated++
  else {
    seen.add(id)
    counts.events++
    take(event)
  }
  if (n === 6 || n === 9) {
    counts.failed++
    return n === 6 ? response.writeHead(500).end() : request.socket.destroy()
  }
  response.writeHead(204).end()
}

const pem = readFileSync(TLS, 'utf8')
const server = createServer({ key: pem, cert: pem }, (request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => receive(request, response, Buffer.concat(chunks).toString()))
})
server.on('clientError', (_, socket) => socket.destroy())
server.listen(0, '127.0.0.1', () => say({ hook: `https://localhost:${server.address().port}/events` }))

// The plan, as `x-csv` of its operation describes it.

const TYPES = { particle: 0, aggregate: 1, gas: 2, contactPad: 4 }
const ASTEROIDS = { 1: 'Ryugu', 2: 'Bennu' }

function requestedNumber({ sample_type, sample_id, number_of_bottles, number_of_samples }) {
  if (sample_type === TYPES.gas) return number_of_bottles ?? 1
  const isAny = sample_id === null && [TYPES.particle, TYPES.aggregate].includes(sample_type)
  return isAny ? (number_of_samples ?? 1) : 1
}

/** How far a sample is from what was requested; Infinity: it does not fit. */
function distance(request, sample, place) {
  if (request.sample_id === sample.id) return -1
  const isPad = sample.type === TYPES.contactPad && request.sample_type <= TYPES.aggregate
  const differs = (asked, known) => asked && known !== null && asked !== known
  const isOther =
    request.sample_id !== null ||
    request.db_type !== sample.db_type ||
    (!isPad && request.sample_type !== sample.type) ||
    differs(request.chamber, place.chamber) ||
    differs(request.dish, place.dish)
  if (isOther) return Infinity
  const [asked, given] = request.size === null ? [request.weight, sample.weight] : [request.size, sample.size]
  if (!asked) return 0
  return !given || given < asked / 2 || given > asked * 2 ? Infinity : Math.abs(Math.log(given / asked))
}

const millimetres = (size) => (size === null ? null : (size / 1000).toFixed(3))
const typed = (cell) =>
  String(cell ?? '')
    .replace(/^[=+\-@\t＝＋－＠]/gm, "'$&")
    .replace(/^\r/, "'\r")
const quoted = (cell) => {
  const text = String(cell ?? '')
  return /[,"\r\n\u2028\u2029]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

async function plan() {
  const [rows, assigned, terms, types, chambers, dishes] = await Promise.all([
    call('allocation.proposals', { query: { term_id } }),
    call('allocation.assigned', { query: { term_id } }),
    call('terms.all'),
    call('masters.sampleTypeMap'),
    call('masters.chamberMap'),
    call('masters.dishMap'),
  ])
  const histories = new Map()
  async function historyOf(id) {
    if (!histories.has(id)) histories.set(id, await call('allocation.history', { path: { id } }))
    return histories.get(id)
  }
  const isConfirmed = (proposal_id, sample_id) =>
    latest.get(`${proposal_id} ${sample_id}`)?.confirmed ?? false

  /** The confirmations of this call are those of the events. */
  async function holders(id, proposal_id) {
    const { assignments } = await historyOf(id)
    return assignments
      .filter((one) => one.proposal_id !== proposal_id && one.ended_at === null)
      .map((one) => ({
        ...one,
        confirmed: one.term_id === term_id ? isConfirmed(one.proposal_id, id) : one.confirmed_at !== null,
      }))
      .filter((one) => one.confirmed || !terms[one.term_id].disabled)
      .sort((a, b) => a.proposal_id - b.proposal_id)
      .map(
        (one) =>
          `${one.proposal_id}${one.term_id === term_id ? '' : ` of AO${one.term_id}`}${one.confirmed ? ' (confirmed)' : ''}`,
      )
      .join(', ')
  }

  async function line(proposal, request, row, missing) {
    const id = row?.id ?? request?.sample_id ?? null
    const sample = id === null ? null : (await historyOf(id)).sample
    const cells = {
      Term: `AO${term_id}`,
      'Proposal ID': proposal.id,
      Name: proposal.name,
      Title: proposal.title,
      'Global Score': proposal.global_score,
      Rank: proposal.rank,
      Priority: request?.priority,
      'Requested type': request && types[request.sample_type],
      'Requested sample': request && (request.sample_name ?? 'Any'),
      'Requested weight[mg]': request?.weight,
      'Requested size[mm]': request && millimetres(request.size),
      'Requested chamber': request?.chamber ? chambers[request.chamber] : null,
      'Requested dish': request?.dish ? dishes[request.dish] : null,
      'Requested number': request && requestedNumber(request),
      Asteroid: ASTEROIDS[(sample ?? request).db_type],
      'Sample ID': id,
      Sample: sample?.name,
      Type: sample && types[sample.type],
      'Weight[mg]': sample?.weight,
      'Size[mm]': sample && millimetres(sample.size),
      'Pressure[Pa]': sample?.pressure,
      'Volume[ml]': sample?.volume,
      Assigned: row ? 'x' : '',
      Confirmed: row && isConfirmed(proposal.id, row.id) ? 'x' : '',
      'More than asked': row?.over_asked ? 'x' : '',
      Missing: missing,
      'Also assigned to': id === null ? '' : await holders(id, proposal.id),
    }
    return columns.map(({ header, typed: isTyped }) => (isTyped ? typed(cells[header]) : cells[header]))
  }

  const { columns } = operations.get('allocation.downloadOf').operation['x-csv']
  const lines = [columns.map(({ header }) => header)]
  for (const proposal of rows) {
    const own = assigned.filter(({ proposal_id }) => proposal_id === proposal.id)
    for (const request of proposal.requested_samples.toSorted((a, b) => a.priority - b.priority)) {
      const given = []
      for (const row of own.filter((one) => one.request?.priority === request.priority)) {
        const { sample } = await historyOf(row.id)
        given.push({ row, far: distance(request, row, sample) })
      }
      given.sort((a, b) => (a.far === b.far ? a.row.id - b.row.id : a.far - b.far))
      for (const { row } of given) lines.push(await line(proposal, request, row, null))
      const missing = requestedNumber(request) - given.length
      if (missing > 0) lines.push(await line(proposal, request, null, missing))
    }
    const others = own.filter(({ request }) => request === null).toSorted((a, b) => a.id - b.id)
    for (const row of others) lines.push(await line(proposal, null, row, null))
  }
  return `\uFEFF${lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')}`
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  if (line === 'counts') say(counts)
  if (line === 'plan') say({ plan: Buffer.from(await plan()).toString('base64') })
})
