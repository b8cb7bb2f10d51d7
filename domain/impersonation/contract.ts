import { office } from '../access.ts'
import { byId, Outcome, post } from '../endpoint.ts'

export const impersonation = {
  start: post('/api/act_as/:id', office, { params: byId, reply: Outcome, mails: ['acted_as'] }),
  stop: post('/api/stop_acting', office, {
    reply: Outcome,
    whileImpersonating: true,
    duringMaintenance: true,
  }),
}
