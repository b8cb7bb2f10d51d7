import { whyNotSubmitted } from '../proposals/rules.ts'

/** Why a panel member without a conflict cannot grade a proposal, or null: only a submitted one of an open term. */
export const whyNotGrade = whyNotSubmitted
