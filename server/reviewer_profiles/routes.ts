import type { reviewerProfiles } from '#domain/reviewer_profiles/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import * as service from './service.ts'

export const reviewerProfileRoutes: Handlers<typeof reviewerProfiles> = {
  mine: (ctx) => service.showReviewerProfile(ctx, ctx.actor.id),
  saveMine: (ctx, { body }) => service.saveReviewerProfile(ctx, ctx.actor.id, body),
  state: service.showProfileState,
  ask: service.askForProfiles,
  get: (ctx, { params }) => service.showReviewerProfile(ctx, params.id),
  save: (ctx, { params, body }) => service.saveReviewerProfile(ctx, params.id, body),
}
