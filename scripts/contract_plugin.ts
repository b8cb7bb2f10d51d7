import type { EndpointSummary } from '../domain/client.ts'
import { contract } from '../domain/contract.ts'

const NAME = 'virtual:contract-lines'

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
const text = Object.entries(contract)
  .map(([area, endpoints]) =>
    [area, ...Object.entries(endpoints).map(([name, endpoint]) => `${name} ${lineOf(endpoint)}`)].join('\n'),
  )
  .join('\n\n')

/** The code that turns them back into endpoints. */
const MODULE = `
const summary = (line) => {
  const [name, method, path, more = '{}'] = line.split(' ')
  const reads = method === 'GET'
  return [name, { method, path, takes: 'json', gives: 'json', whileImpersonating: reads, duringMaintenance: reads, undoable: false, ...JSON.parse(more) }]
}
const areaOf = (paragraph) => {
  const [name, ...lines] = paragraph.split('\\n')
  return [name, Object.fromEntries(lines.map(summary))]
}
export const lines = Object.fromEntries(${JSON.stringify(text)}.split('\\n\\n').map(areaOf))`

/**
 * Lets the web import the endpoints of the contract without their schemas, which need zod and are loaded by the few
 * screens that use them. Tree shaking cannot do that: schema and path are properties of one object.
 */
export function contractEndpoints() {
  return {
    name: 'contract-lines',
    resolveId: (id: string) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id: string) => (id === `\0${NAME}` ? MODULE : undefined),
  }
}
