import { z } from 'zod'
import { get, office, paged } from '../wire.ts'

export const audit = {
  list: get('/api/audit_log', office, { reply: paged(z.unknown()) }),
}
