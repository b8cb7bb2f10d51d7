import type { SystemContract } from '#domain/contract.ts'
import type { MatrixRow } from '../cell.ts'

/** One line for every call of an area: a call without its line does not compile. */
export type MatrixRows<A extends keyof SystemContract> = Record<keyof SystemContract[A], MatrixRow>
