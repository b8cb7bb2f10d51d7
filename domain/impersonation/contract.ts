import { office } from '../access.ts'
import { byId, Outcome, post } from '../endpoint.ts'

export const impersonation = {
  start: post('/api/act_as/:id', office, {
    summary: 'Begins viewing as another user, who may be told; everything is read-only then.',
    params: byId,
    reply: Outcome,
    mails: ['acted_as'],
  }),
  stop: post('/api/stop_acting', office, {
    summary: 'Ends viewing as another user.',
    reply: Outcome,
    whileImpersonating: true,
    duringMaintenance: true,
  }),
}
