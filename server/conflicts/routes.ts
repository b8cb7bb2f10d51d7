import type { conflicts } from '#domain/conflicts/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { askAboutFindings, downloadFindings, judgeFindings, listFindings } from './judging.ts'
import { answerLinkedQuestion, answerQuestion, listOwnQuestions, showLinkedQuestion } from './questions.ts'
import { declareRelation, listRelations, removeRelation } from './relations.ts'
import { declareConflict, liftConflict, listConflicts, takeConflictBack } from './service.ts'

export const conflictRoutes: Handlers<typeof conflicts> = {
  list: (ctx, { query }) => listConflicts(ctx, query.proposal_id),
  declare: (ctx, { body }) => declareConflict(ctx, body),
  takeBack: (ctx, { params, body }) => takeConflictBack(ctx, params.id, body.reason),
  lift: (ctx, { body }) => liftConflict(ctx, body),
  findings: (ctx, { query }) => listFindings(ctx, query),
  findingsDownload: (ctx, { query }) => downloadFindings(ctx, query),
  judge: (ctx, { body }) => judgeFindings(ctx, body),
  ask: (ctx, { body }) => askAboutFindings(ctx, body.findings),
  linkedQuestion: (ctx, { params }) => showLinkedQuestion(ctx, params.token),
  answerLinked: (ctx, { params, body }) => answerLinkedQuestion(ctx, params.token, body),
  questions: (ctx) => listOwnQuestions(ctx),
  answer: (ctx, { params, body }) => answerQuestion(ctx, params.id, body),
  relations: (ctx, { query }) => listRelations(ctx.db, ctx.actor, query.all !== undefined),
  addRelation: (ctx, { body }) => declareRelation(ctx, body),
  removeRelation: (ctx, { params }) => removeRelation(ctx, params.id),
}
