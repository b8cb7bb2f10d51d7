import { useQueryClient } from '@tanstack/react-query'
import { writeAmount } from '#domain/custody/amounts.ts'
import type { Loan, LoanPiece } from '#domain/custody/loans/contract.ts'
import { type PackedRow, type PackingStep, packingStep } from '#domain/custody/loans/packing.ts'
import { parseMeasured } from '#domain/custody/loans/sheets.ts'
import { api } from '#web/lib/http/api.ts'
import { keyOf } from '#web/lib/http/endpoints.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useAutosave } from './autosave.ts'

/** A row of the pick list as it is typed. */
interface TypedRow {
  weighed: string
  container: string
  picked: boolean
}

export interface PackingRow extends TypedRow, PackedRow {
  of: LoanPiece
  step: PackingStep
  /** What is typed here is on the server. */
  saved: boolean
}

/** The pieces of a loan that are packed or to be packed, in the order of the vault. */
export const toPack = ({ piece_list }: Loan) =>
  piece_list.filter(({ state, parts }) => parts.length === 0 && ['in_curation', 'packed'].includes(state))

/** The rows of the pick list: saved by themselves, one piece at a time. */
export function usePackingRows(loan: Loan) {
  const queries = useQueryClient()
  const action = useAction(api.loans.savePacking, { success: false, refresh: false, own: ['unreachable'] })
  const unitOf = (address: string) => loan.piece_list.find(({ piece }) => piece === address)?.unit
  const autosave = useAutosave<TypedRow>(`loans/${loan.number}/packing`, async (piece, row) => {
    const unit = unitOf(piece)
    // Unreadable, or no longer of this loan: it stays on this device.
    if (!unit || (row.weighed.trim() !== '' && parseMeasured(unit, row.weighed) === null)) return false
    const reply = await action.run({
      params: { number: loan.number },
      body: {
        piece,
        weighed: parseMeasured(unit, row.weighed),
        container: row.container,
        picked: row.picked,
      },
    })
    if (reply?.result === 1)
      await queries.invalidateQueries({ queryKey: keyOf(api.loans.get, { params: { number: loan.number } }) })
    return reply?.result === 1
  })
  const rows = toPack(loan).map((of): PackingRow => {
    const typed = autosave.values[of.piece] ?? savedRow(of)
    const { name, unit, present } = of
    const row = { name, unit, present, ...typed }
    return { ...row, of, step: packingStep(row, loan.tolerance), saved: !(of.piece in autosave.values) }
  })
  return {
    rows,
    savedAt: autosave.savedAt,
    save: autosave.save,
    type: ({ of, weighed, container, picked }: PackingRow, part: Partial<TypedRow>) =>
      autosave.type(of.piece, { weighed, container, picked, ...part }),
  }
}
export type PackingRows = ReturnType<typeof usePackingRows>

const savedRow = ({ weighed, container, picked }: LoanPiece): TypedRow => ({
  weighed: weighed === null ? '' : writeAmount(weighed),
  container,
  picked,
})
