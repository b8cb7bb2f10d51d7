import { z } from 'zod'

/** The address of a piece, in links and QR codes: twelve random letters and digits. */
export const PieceAddress = z.string().regex(/^[a-z2-9]{12}$/u)
export type PieceAddress = z.infer<typeof PieceAddress>
