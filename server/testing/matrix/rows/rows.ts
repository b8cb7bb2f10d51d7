import type { SystemContract } from '#domain/contract.ts'
import type { MatrixRow } from '../cell.ts'

/** One row for every endpoint of an area; an endpoint without a row does not compile. */
export type MatrixRows<A extends keyof SystemContract> = Record<keyof SystemContract[A], MatrixRow>
