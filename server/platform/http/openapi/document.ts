import type { Contract } from '#domain/endpoint.ts'
import { VERSION } from '../../version.ts'
import { type CsvFile, csvOf } from './csv_files.ts'
import { FAILURE_RESPONSES, FAILURE_SCHEMAS } from './failures.ts'
import { CONFLICT_SCHEMAS } from './headers.ts'
import { AREAS, INTRODUCTION } from './introduction.ts'
import { operation } from './operations.ts'
import { describeSchemas, type JsonSchema } from './schemas.ts'
import { WEB_HOOK_OPERATIONS, WEB_HOOK_SCHEMAS } from './web_hooks.ts'

const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'ao_session',
    description:
      'The session of a signed-in user; `__Host-ao_session` where the system is served by https. The roles that may use an operation are listed with it; any one of them is enough.',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-XSRF-TOKEN',
    description:
      'The value of the cookie `XSRF-TOKEN`, which is sent along. Every request that writes needs it.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token that the office makes for a script. It may use the operations of its scopes, as long as its maker may. No cookie and no CSRF token is sent with it.',
  },
}

/** An OpenAPI document, as far as this program looks into it. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, ReturnType<typeof operation>>>
  webhooks: typeof WEB_HOOK_OPERATIONS
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, object>
    securitySchemes: typeof SECURITY_SCHEMES
  }
}

/** The contract as an OpenAPI document, with the columns of the CSV files whose addresses its operations answer. */
export function openApi(contract: Contract, files: readonly CsvFile[] = []): OpenApiDocument {
  const described = describeSchemas(contract)
  const schemas = {
    ...described,
    components: { ...described.components, ...FAILURE_SCHEMAS, ...CONFLICT_SCHEMAS, ...WEB_HOOK_SCHEMAS },
  }
  const paths: OpenApiDocument['paths'] = {}
  for (const [area, endpoints] of Object.entries(contract))
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replace(/:(\w+)/gu, '{$1}')
      paths[path] ??= {}
      paths[path][endpoint.method.toLowerCase()] = {
        ...operation(area, name, endpoint, schemas),
        ...csvOf(endpoint, files),
      }
    }
  return {
    openapi: '3.1.1',
    info: { title: 'Astromaterials Sample AO System', version: VERSION, description: INTRODUCTION },
    tags: Object.keys(contract).map((name) => ({ name, description: AREAS[name] ?? '' })),
    paths,
    webhooks: WEB_HOOK_OPERATIONS,
    components: {
      schemas: schemas.components,
      responses: FAILURE_RESPONSES,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}
