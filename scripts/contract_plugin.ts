import type { EndpointSummary } from '../domain/client.ts'
import { contract } from '../domain/contract.ts'

const NAME = 'virtual:contract-lines'

/** What the browser needs of an endpoint to send a request, without the schemas. */
const summaryOf = (endpoint: EndpointSummary): EndpointSummary => {
  const { method, path, takes, gives, whileImpersonating, duringMaintenance, undoable } = endpoint
  return { method, path, takes, gives, whileImpersonating, duringMaintenance, undoable }
}

const lines = Object.fromEntries(
  Object.entries(contract).map(([area, endpoints]) => [
    area,
    Object.fromEntries(Object.entries(endpoints).map(([name, endpoint]) => [name, summaryOf(endpoint)])),
  ]),
)

/** An absent flag is a false one, in fewer bytes. */
const withoutFalse = (_: string, value: unknown) => (value === false ? undefined : value)

/**
 * Lets the web import the endpoints of the contract without their schemas, which need zod and are loaded by the few
 * screens that use them. Tree shaking cannot do that: schema and path are properties of one object.
 */
export function contractEndpoints() {
  return {
    name: 'contract-lines',
    resolveId: (id: string) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id: string) =>
      id === `\0${NAME}`
        ? `export const lines = JSON.parse(${JSON.stringify(JSON.stringify(lines, withoutFalse))})`
        : undefined,
  }
}
