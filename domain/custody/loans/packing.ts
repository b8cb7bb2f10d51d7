import type { Unit } from '../amounts.ts'
import { parseMeasured } from './sheets.ts'

/** A piece on the pick list as it is typed. */
export interface PackedRow {
  name: string
  unit: Unit
  /** On record. */
  present: number
  /** As typed, in mg or Pa. */
  weighed: string
  container: string
}

/** Where a piece is in being packed. 'beyond': it differs from the record by more than the tolerance. */
export type PackingStep = 'to_weigh' | 'beyond' | 'no_container' | 'ready'

export function packingStep(row: PackedRow, tolerance: Record<Unit, number>): PackingStep {
  const weighed = parseMeasured(row.unit, row.weighed)
  if (weighed === null) return 'to_weigh'
  if (Math.abs(weighed - row.present) > tolerance[row.unit]) return 'beyond'
  return row.container.trim() === '' ? 'no_container' : 'ready'
}

const DO: readonly [PackingStep, string][] = [
  ['to_weigh', 'measure'],
  ['beyond', 'resolve'],
  ['no_container', 'enter the container of'],
]

/** What is left before the first signature: 'measure A0388 and C0041-02, resolve A0367-04'; '' when nothing is. */
export const stillToPack = (rows: readonly PackedRow[], tolerance: Record<Unit, number>): string =>
  DO.flatMap(([step, verb]) => {
    const names = rows.filter((row) => packingStep(row, tolerance) === step).map(({ name }) => name)
    return names.length === 0 ? [] : `${verb} ${listOf(names)}`
  }).join(', ')

const MAX_NAMES = 4

function listOf(names: readonly string[]): string {
  if (names.length > MAX_NAMES) return `${names.length} pieces`
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/**
 * The piece whose code was scanned or whose name was typed: a code is the address of the piece's page. Undefined if it is
 * none of them.
 */
export function findScanned<P extends { piece: string; name: string }>(
  pieces: readonly P[],
  code: string,
): P | undefined {
  const text = code.trim().replace(/\/+$/u, '')
  const [last = ''] = text.split('/').slice(-1)
  const plain = last.split(/[?#]/u)[0]!.toLowerCase()
  return pieces.find(({ piece, name }) => piece === plain || name.toLowerCase() === text.toLowerCase())
}
