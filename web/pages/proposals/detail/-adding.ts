import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Outcome } from '#domain/endpoint.ts'
import type { ReviewerChoice } from '#domain/reports/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { describeFailure, isSessionExpired } from '#web/lib/http/failures.ts'

/** What became of one who was to be added. */
export interface Added {
  id: number
  name: string
  /** Added, and requested where that was asked for. */
  whole: boolean
  text: string
}

/** What a call came to: what went wrong as it is said to the person; an ended session is everybody's affair. */
async function outcomeOf<O extends Outcome>(call: Promise<O>): Promise<O | { result: 0; message: string }> {
  try {
    return await call
  } catch (error) {
    if (isSessionExpired(error)) throw error
    return { result: 0, message: describeFailure(error)[1] }
  }
}

async function addOne(proposal_id: number, { id, name }: ReviewerChoice, request: boolean): Promise<Added> {
  const call = { params: { proposalId: proposal_id }, body: { reviewer_id: id } }
  const added = await outcomeOf(api.reports.add(call))
  const report_id = 'report_id' in added ? added.report_id : undefined
  if (added.result === 0 || report_id === undefined)
    return { id, name, whole: false, text: `not added: ${added.message}` }
  if (!request) return { id, name, whole: true, text: 'added' }
  const asked = await outcomeOf(api.reports.request({ params: { reportId: report_id } }))
  return asked.result === 1
    ? { id, name, whole: true, text: 'added, and the request has been sent' }
    : { id, name, whole: false, text: `added, but not requested: ${asked.message}` }
}

/** Adds several reviewers to a proposal, one after the other; one that fails holds up no other. */
export function useAdding(proposal_id: number) {
  const queries = useQueryClient()
  const [outcomes, setOutcomes] = useState<readonly Added[]>([])
  const [pending, setPending] = useState(false)

  async function run(chosen: readonly ReviewerChoice[], request: boolean): Promise<readonly Added[]> {
    setPending(true)
    const made: Added[] = []
    try {
      for (const reviewer of chosen) {
        made.push(await addOne(proposal_id, reviewer, request))
        setOutcomes([...made])
      }
    } finally {
      await queries.invalidateQueries()
      setPending(false)
    }
    return made
  }
  return { run, outcomes, pending }
}
