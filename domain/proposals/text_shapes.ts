import { z } from 'zod'
import { multiLine } from '../input_schemas.ts'
import { type ProposalText, TEXT_NAMES, TEXTS, type TextName } from './texts.ts'

const TEXT_LENGTH = 20_000

const shapeOf = <S extends z.ZodType>(of: (text: ProposalText) => S) =>
  Object.fromEntries(TEXT_NAMES.map((name) => [name, of(TEXTS[name])])) as { [N in TextName]: S }

/** The texts as a form sends them: absent stays as it is, what is sent must be valid. */
export const textsInput = shapeOf(({ words }) =>
  multiLine({ max: TEXT_LENGTH, ...(words !== null && { words }) }).optional(),
)

/** The texts as they are answered. */
export const textsReply = shapeOf(() => z.string())
