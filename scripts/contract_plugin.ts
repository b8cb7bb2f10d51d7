import type { EndpointSummary } from '../domain/client.ts'
import { contract } from '../domain/contract.ts'

const NAME = 'virtual:contract-lines'

/** What the browser needs of a line to send its call; the shapes stay behind. */
const lineOf = ({ method, path, takes, gives, whileImpersonating }: EndpointSummary): EndpointSummary => ({
  method,
  path,
  takes,
  gives,
  whileImpersonating,
})

const lines = Object.fromEntries(
  Object.entries(contract).map(([area, calls]) => [
    area,
    Object.fromEntries(Object.entries(calls).map(([name, line]) => [name, lineOf(line)])),
  ]),
)

/** Lets the web import the contract's lines without its shapes, which few screens need and then bring themselves. */
export function contractLines() {
  return {
    name: 'contract-lines',
    resolveId: (id: string) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id: string) =>
      id === `\0${NAME}`
        ? `export const lines = JSON.parse(${JSON.stringify(JSON.stringify(lines))})`
        : undefined,
  }
}
