import openapiTS, { astToString } from 'openapi-typescript'
import { contract } from '#domain/contract.ts'
import { type OpenApiDocument, openApi } from '#server/platform/http/openapi/document.ts'

/** What the main chain needs, from a notice to a released result. */
const CHAIN = [
  'session.csrfCookie',
  'session.login',
  'session.changePassword',
  'session.loginUser',
  'applicants.create',
  'applicants.list',
  'applicants.register',
  'samples.ryugu',
  'proposals.mine',
  'proposals.edit',
  'proposals.save',
  'proposals.submit',
  'users.all',
  'reports.add',
  'reports.request',
  'reports.requested',
  'reports.accept',
  'reports.save',
  'reports.submit',
  'staff.list',
  'staff.saveGlobalScore',
  'allocation.samples',
  'allocation.save',
  'allocation.confirm',
  'results.draft',
  'results.check',
  'results.preview',
  'results.release',
  'results.mine',
]

export const CHAIN_TYPES = new URL('../test/fixtures/chain_api.gen.ts', import.meta.url)

/** The document with these operations only, and the components that they use. */
function partOf({ paths, components, ...rest }: OpenApiDocument) {
  const some = Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) => {
      const wanted = Object.entries(methods).filter(([, { operationId }]) => CHAIN.includes(operationId))
      return wanted.length > 0 ? [[path, Object.fromEntries(wanted)]] : []
    }),
  )
  const used = new Set<string>()
  const use = (part: unknown) => {
    for (const [, ref] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)/gu)) {
      if (used.has(ref!)) continue
      used.add(ref!)
      use(components.schemas[ref!])
    }
  }
  use([some, components.responses])
  const schemas = Object.fromEntries(Object.entries(components.schemas).filter(([name]) => used.has(name)))
  return { ...rest, tags: [], webhooks: {}, paths: some, components: { ...components, schemas } }
}

/** TypeScript types of the document's part for the main chain, as openapi-typescript makes them. */
export async function chainTypes(): Promise<string> {
  const part = JSON.parse(JSON.stringify(partOf(openApi(contract))))
  return `// Made by npm run api:types from the API document.\n${astToString(await openapiTS(part))}`
}
