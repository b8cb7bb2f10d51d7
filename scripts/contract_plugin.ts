import type { EndpointSummary } from '../domain/client.ts'
import { contract } from '../domain/contract.ts'
import type { Endpoint } from '../domain/endpoint.ts'

/** The endpoints that anyone may use, which a visitor's first screen needs; and all others. */
const NAMES = ['virtual:public-lines', 'virtual:contract-lines'] as const

/**
 * What the browser needs of an endpoint to send a request, without the schemas: method, path, and what differs from a
 * JSON endpoint that anyone may read at any time and nobody may write.
 */
function lineOf(endpoint: EndpointSummary) {
  const { method, path, takes, gives, whileImpersonating, duringMaintenance, undoable } = endpoint
  const reads = method === 'GET'
  const more = {
    ...(takes !== 'json' && { takes }),
    ...(gives !== 'json' && { gives }),
    ...(whileImpersonating !== reads && { whileImpersonating }),
    ...(duringMaintenance !== reads && { duringMaintenance }),
    ...(undoable && { undoable }),
  }
  return `${method} ${path} ${Object.keys(more).length > 0 ? JSON.stringify(more) : ''}`.trim()
}

/** An area a paragraph: its name, then a line an endpoint. Shorter than JSON, also once it is compressed. */
const textOf = (isWanted: (endpoint: Endpoint) => boolean) =>
  Object.entries<Record<string, Endpoint>>(contract)
    .map(([area, endpoints]) => [
      area,
      ...Object.entries(endpoints)
        .filter(([, endpoint]) => isWanted(endpoint))
        .map(([name, endpoint]) => `${name} ${lineOf(endpoint)}`),
    ])
    .filter((lines) => lines.length > 1)
    .map((lines) => lines.join('\n'))
    .join('\n\n')

/** The code that turns them back into endpoints. */
const moduleOf = (name: string) => `
const summary = (line) => {
  const [name, method, path, more = '{}'] = line.split(' ')
  const reads = method === 'GET'
  return [name, { method, path, takes: 'json', gives: 'json', whileImpersonating: reads, duringMaintenance: reads, undoable: false, ...JSON.parse(more) }]
}
const areaOf = (paragraph) => {
  const [name, ...lines] = paragraph.split('\\n')
  return [name, Object.fromEntries(lines.map(summary))]
}
export const lines = Object.fromEntries(${JSON.stringify(textOf(({ access }) => (access === 'public') === (name === NAMES[0])))}.split('\\n\\n').map(areaOf))`

/**
 * Lets the web import the endpoints of the contract without their schemas, which need zod and are loaded by the few
 * screens that use them. Tree shaking cannot do that: schema and path are properties of one object.
 */
export function contractEndpoints() {
  return {
    name: 'contract-lines',
    resolveId: (id: string) => (NAMES.some((name) => name === id) ? `\0${id}` : undefined),
    load(id: string) {
      const name = NAMES.find((one) => id === `\0${one}`)
      return name && moduleOf(name)
    },
  }
}

const CONTRACT_FILE = /[\\/]domain[\\/].*(?:contract|entries)\.ts$/u
const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`),?/gu

/** Takes out of the web's contract what only the API document says. */
export function contractWithoutSummaries() {
  return {
    name: 'contract-without-summaries',
    enforce: 'pre' as const,
    transform: (code: string, id: string) =>
      CONTRACT_FILE.test(id) ? { code: code.replaceAll(SUMMARY, ''), map: null } : undefined,
  }
}
