import { z } from 'zod'
import { panelMembers, staff } from '../access.ts'
import { byId, get, Outcome, put, Saved } from '../endpoint.ts'
import { termFilter } from '../filters.ts'
import { GradeInput, MyGrade, SharedGrade, ShareInput } from './grades.ts'

/** What panel members prepare before they meet. */
export const panel = {
  /** The caller's own grades, of all terms without `term_id`. Nobody else's session reads them, also not an impersonating one. */
  myGrades: get('/api/panel/grades', panelMembers, {
    query: z.object(termFilter),
    reply: z.array(MyGrade),
    whileImpersonating: false,
  }),
  saveGrade: put('/api/panel/grades/:id', panelMembers, { params: byId, body: GradeInput, reply: Saved }),
  shareGrades: put('/api/panel/shared_grades', panelMembers, { body: ShareInput, reply: Outcome }),
  /** The grades of a proposal that their owners share, by name; none with a conflict. */
  sharedGrades: get('/api/panel/shared_grades/:id', staff, {
    params: byId,
    reply: z.array(SharedGrade),
  }),
}
