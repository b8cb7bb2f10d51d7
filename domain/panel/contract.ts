import { z } from 'zod'
import { office, panelMembers, staff } from '../access.ts'
import { byId, get, Outcome, post, put, Saved } from '../endpoint.ts'
import { termFilter } from '../filters.ts'
import { LineInput } from '../terms/contract.ts'
import { GradeInput, MyGrade, SharedGrade, ShareInput } from './grades.ts'
import { LeadSuggestionReply, Leads, LeadsInput, LeadsSaved, MyLeads } from './leads.ts'

/** The term, by default the current one. */
const TermQuery = z.object(termFilter)

/** What panel members prepare before they meet. */
export const panel = {
  /** The caller's own grades, of all terms without `term_id`. Nobody else's session reads them, also not an impersonating one. */
  myGrades: get('/api/panel/grades', panelMembers, {
    summary: "Lists the caller's own grades, which nobody else reads.",
    query: z.object(termFilter),
    reply: z.array(MyGrade),
    whileImpersonating: false,
  }),
  saveGrade: put('/api/panel/grades/:id', panelMembers, {
    summary: "Saves the caller's own grade of a proposal and private notes.",
    params: byId,
    body: GradeInput,
    reply: Saved,
  }),
  shareGrades: put('/api/panel/shared_grades', panelMembers, {
    summary: "Shares the caller's own grades of proposals, or no longer.",
    body: ShareInput,
    reply: Outcome,
  }),
  /** The grades of a proposal that their owners share, by name; none with a conflict. */
  sharedGrades: get('/api/panel/shared_grades/:id', staff, {
    summary: 'Lists the grades of a proposal that their owners share.',
    params: byId,
    reply: z.array(SharedGrade),
  }),
  /** The line of the ranking, which the tie zone crosses. */
  saveLine: put('/api/panel/line', office, {
    summary: 'Sets where the line of the ranking is, or leaves it to the material at hand.',
    query: TermQuery,
    body: LineInput,
    reply: Saved,
  }),
  leads: get('/api/panel/leads', office, {
    summary: 'Shows the proposals of a call with the members who could speak on them.',
    query: TermQuery,
    reply: Leads,
  }),
  /** The proposals on which the caller speaks. */
  myLeads: get('/api/panel/my_leads', staff, {
    summary: 'Lists the proposals on which the caller speaks.',
    query: TermQuery,
    reply: MyLeads,
  }),
  /** Nothing is mailed. */
  saveLeads: put('/api/panel/leads', office, {
    summary: 'Saves who speaks on proposals first and second; nothing is mailed.',
    body: LeadsInput,
    reply: LeadsSaved,
  }),
  /** Fills the free places; writes nothing. */
  suggestLeads: post('/api/panel/leads/suggest', office, {
    summary: 'Suggests speakers for the free places and writes nothing.',
    query: TermQuery,
    reply: LeadSuggestionReply,
    duringMaintenance: true,
  }),
}
