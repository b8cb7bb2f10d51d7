import { parentPort } from 'node:worker_threads'
import type { LeadSuggestion } from '#domain/panel/leads.ts'
import { type LeadSnapshot, suggestLeads } from '#domain/panel/suggest_leads.ts'
import { openIntegerSolver } from '../allocation/suggest/highs.ts'
import type { SuggestMessage } from '../allocation/suggest/thread.ts'

const post = (message: SuggestMessage<LeadSuggestion>) => parentPort!.postMessage(message)

parentPort!.on('message', async (snapshot: LeadSnapshot) =>
  post({ suggestion: suggestLeads(snapshot, await openIntegerSolver()) }),
)
