import { createContext } from 'react'
import type { GridRequest } from '../answers.ts'

/** Leads from what a proposal asks for to the sample that answers it, or would. */
export const RequestWay = createContext<((proposal_id: number, request: GridRequest) => void) | null>(null)
