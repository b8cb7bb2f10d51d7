import { z } from 'zod'
import { wholeNumber } from '../number.ts'
import { byId, everyone, get, office, post, put } from '../wire.ts'

const TermMap = z.record(z.string(), z.string())

export const terms = {
  current: get('/api/masters/getTerm', 'public', { reply: z.number().nullable() }),
  text: get('/api/masters/getTermText/:id', 'public', {
    params: z.object({ id: wholeNumber() }),
    reply: z.string(),
  }),
  open: get('/api/masters/getTerms', everyone, { reply: TermMap }),
  past: get('/api/masters/getPastTerms', everyone, { reply: TermMap }),
  all: get('/api/masters/getAllTerms', everyone, {
    reply: z.record(z.string(), z.object({ id: z.number(), label: z.string(), disabled: z.boolean() })),
  }),
  proposalAccepted: get('/api/masters/checkProposalAccepted', 'public', { reply: z.boolean() }),
  proposalLimit: get('/api/masters/checkProposalLimit', everyone, { reply: z.boolean() }),
  noticeAccepted: get('/api/masters/checkNoticeAccepted', 'public', { reply: z.boolean() }),
  list: get('/api/terms', office),
  add: post('/api/terms', office),
  get: get('/api/terms/:id', office, { params: byId }),
  save: put('/api/terms/:id', office, { params: byId }),
}
