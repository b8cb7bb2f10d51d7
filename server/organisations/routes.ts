import type { organisations } from '#domain/organisations/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { findOrganisationChoices } from './queries.ts'
import * as service from './service.ts'

export const organisationRoutes: Handlers<typeof organisations> = {
  list: (ctx, { query }) => service.listOrganisations(ctx, query),
  choices: (ctx) => findOrganisationChoices(ctx.db),
  affiliations: (ctx, { query }) => service.listAffiliations(ctx, query),
  add: (ctx, { body }) => service.addOrganisation(ctx, body),
  get: (ctx, { params }) => service.showOrganisation(ctx, params.id),
  save: (ctx, { params, body }) => service.saveOrganisation(ctx, params.id, body),
  addSpellings: (ctx, { params, body }) => service.addSpellings(ctx, params.id, body.spellings),
  removeSpellings: (ctx, { params, body }) => service.removeSpellings(ctx, params.id, body.spelling_ids),
  merge: (ctx, { params, body }) => service.mergeOrganisations(ctx, params.id, body.into),
  remove: (ctx, { params }) => service.removeOrganisation(ctx, params.id),
}
