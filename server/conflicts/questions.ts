import type { AnswerInput, Question } from '#domain/conflicts/contract.ts'
import { questionOn } from '#domain/conflicts/questions.ts'
import { done } from '#domain/endpoint.ts'
import { forbidden, notFound } from '#domain/errors.ts'
import type { AnyCtx, AnyTx, Ctx } from '../platform/context.ts'
import { requireLinked } from '../platform/http/links.ts'
import { hashToken } from '../platform/tokens.ts'
import { lockTerm } from '../terms/service.ts'
import { findTermOf } from './finding_queries.ts'
import { findLinked, findOwnQuestions, findQuestion, lockQuestion, recordAnswer } from './question_queries.ts'

type StoredQuestion = NonNullable<Awaited<ReturnType<typeof findQuestion>>>

const toQuestion = ({ proposal_id: _, user_id: __, kind, ...question }: StoredQuestion): Question => ({
  ...question,
  ...questionOn(kind, question.people),
})

/** The question behind a link. Throws 'missing' when the link is unknown or no longer works, and 'throttled'. */
export const showLinkedQuestion = async (ctx: AnyCtx, token: string): Promise<Question> =>
  toQuestion(await requireLinked(ctx, () => findLinked(ctx.db, hashToken(token), ctx.now())))

/** The caller's own questions without an answer. */
export const listOwnQuestions = async ({ db, actor }: Ctx): Promise<Question[]> =>
  (await findOwnQuestions(db, actor.id)).map(toQuestion)

/** Answers a question by its link, signed in or not. Throws 'missing' and 'throttled'. */
export async function answerLinkedQuestion(ctx: AnyCtx, token: string, input: AnswerInput) {
  const { id } = await requireLinked(ctx, () => findLinked(ctx.db, hashToken(token), ctx.now()))
  return ctx.write((tx) => answer(tx, id, input))
}

/** Answers an own question. Throws 'missing', and 'forbidden' for another's. */
export const answerQuestion = (ctx: Ctx, id: number, input: AnswerInput) =>
  ctx.write(async (tx) => {
    const own = await findQuestion(tx, id)
    if (!own) throw notFound()
    if (own.user_id !== tx.actor.id) throw forbidden()
    return answer(tx, id, input)
  })

async function answer(tx: AnyTx, id: number, { conflict, note }: AnswerInput) {
  await lockQuestion(tx, id)
  const question = await findQuestion(tx, id)
  if (!question) throw notFound()
  tx.refuse(question.answer === null ? null : 'This question has already been answered.')
  const { disabled } = await lockTerm(tx, (await findTermOf(tx, question.proposal_id))!)
  // The asked person is not told which call it is about.
  tx.refuse(disabled ? 'The call is closed, and the question with it.' : null)
  await recordAnswer(tx, id, conflict, note, tx.now())
  const { proposal_id, user_id, kind } = question
  await tx.audit('conflict.answer', { id, proposal_id }, { proposal_id, user_id, kind, conflict, note })
  return done('Thank you. The administration office has your answer.')
}
