import { z } from 'zod'
import { Saved, version } from '../../endpoint.ts'
import { multiLine, singleLine, upload, wholeNumber } from '../../input_schemas.ts'
import { REQUIRED, tooLong } from '../../text.ts'
import { emptyFileAsUndefined, PDF } from '../../upload.ts'
import { PieceAddress } from '../address.ts'

export const NAME_LENGTH = 100
export const LINE_LENGTH = 200
export const REASON_LENGTH = 2000
const MAX_PIECES = 200
/** The largest amount, in µg or mPa: about a kilogram, about a megapascal. */
const MAX_AMOUNT = 1_000_000_000

export const LoanNumber = z.string().regex(/^L\d{4,6}$/u)
export const byNumber = z.object({ number: LoanNumber })

export const reason = multiLine({ max: REASON_LENGTH, required: REQUIRED, long: tooLong(REASON_LENGTH, '.') })
export const note = multiLine({ max: REASON_LENGTH, long: tooLong(REASON_LENGTH, '.') })
export const line = singleLine({ max: LINE_LENGTH, long: tooLong(LINE_LENGTH, '.') })

const AMOUNT = 'Enter a whole number of µg or mPa.'
export const amount = wholeNumber(MAX_AMOUNT, AMOUNT)

/** The same key is carried out once: sent again, the first answer is given again. */
export const key = z.uuid().optional()

/** As the sender saw the piece; a stale one is 409. */
export const pieceVersion = version

const distinct = <T extends { piece: string }>(pieces: readonly T[]) =>
  new Set(pieces.map(({ piece }) => piece)).size === pieces.length

const TWICE = 'A piece is named twice.'

/** Items of distinct pieces. */
export const pieceList = <S extends z.ZodType<{ piece: string }>>(item: S) =>
  z.array(item).min(1, 'Select at least one piece.').max(MAX_PIECES).refine(distinct, TWICE)

export const addresses = z
  .array(PieceAddress)
  .min(1, 'Select at least one piece.')
  .max(MAX_PIECES)
  .refine((list) => new Set(list).size === list.length, TWICE)

export const paper = z.preprocess(
  emptyFileAsUndefined,
  upload(PDF.maxBytes, { ...PDF, wrong: 'Please choose a PDF file.' }),
)

export const onLoan = { params: byNumber, reply: Saved }
