import { z } from 'zod'
import { byId, get, office, paged, post, put, staff } from '../wire.ts'
import { mailLog } from './log.ts'

export const mail = {
  list: get('/api/group_mail', office, { reply: paged(z.unknown()) }),
  get: get('/api/group_mail/:id', staff, { params: byId }),
  add: post('/api/group_mail/add', office),
  save: put('/api/group_mail/:id', staff, { params: byId }),
  remove: put('/api/group_mail/delete/:id', office, { params: byId }),
  send: post('/api/group_mail/send/:id', office, { params: byId }),
  target: get('/api/group_mail_target/:id', staff, { params: byId }),
  ...mailLog,
}
