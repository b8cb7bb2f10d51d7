import { allocation } from './allocation/contract.ts'
import { apiTokens } from './api_tokens/contract.ts'
import { applicants } from './applicants/contract.ts'
import { assignReviewers } from './assign_reviewers/contract.ts'
import { audit } from './audit/contract.ts'
import { calendars } from './calendars/contract.ts'
import { callState } from './call_state/contract.ts'
import { conflicts } from './conflicts/contract.ts'
import { inventories } from './custody/inventories/contract.ts'
import { loans } from './custody/loans/contract.ts'
import { offers } from './custody/offers/contract.ts'
import { pieces } from './custody/pieces/contract.ts'
import { publications } from './custody/publications/contract.ts'
import { discussions } from './discussions/contract.ts'
import { downloads } from './downloads/contract.ts'
import { impersonation } from './impersonation/contract.ts'
import { information } from './information/contract.ts'
import { mail } from './mail/contract.ts'
import { mailTemplates } from './mail_templates/contract.ts'
import { masters } from './masters/contract.ts'
import { entryEndpoints } from './masters/entries.ts'
import { meetings } from './meetings/contract.ts'
import { organisations } from './organisations/contract.ts'
import { panel } from './panel/contract.ts'
import { panelBook } from './panel_book/contract.ts'
import { proposals } from './proposals/contract.ts'
import { proposers } from './proposers/contract.ts'
import { reports } from './reports/contract.ts'
import { results } from './results/contract.ts'
import { reviewerProfiles } from './reviewer_profiles/contract.ts'
import { samples } from './samples/contract.ts'
import { savedViews } from './saved_views/contract.ts'
import { scenarios } from './scenarios/contract.ts'
import { search } from './search/contract.ts'
import { security, session } from './session/contract.ts'
import { providers } from './session/provider_contract.ts'
import { staffProposals } from './staff/contract.ts'
import { system } from './system/contract.ts'
import { terms } from './terms/contract.ts'
import { undo } from './undo/contract.ts'
import { users } from './users/contract.ts'
import { webHooks } from './web_hooks/contract.ts'

/** Every endpoint of the system, by area. */
export const contract = {
  session,
  security,
  providers,
  users,
  terms,
  masters,
  keywords: entryEndpoints('keywords'),
  methods: entryEndpoints('methods'),
  applicants,
  proposers,
  proposals,
  organisations,
  reviewerProfiles,
  reports,
  conflicts,
  samples,
  allocation,
  assignReviewers,
  staff: staffProposals,
  discussions,
  panel,
  meetings,
  panelBook,
  results,
  loans,
  pieces,
  inventories,
  publications,
  offers,
  scenarios,
  information,
  savedViews,
  mail,
  mailTemplates,
  undo,
  search,
  callState,
  calendars,
  audit,
  system,
  webHooks,
  acting: impersonation,
  downloads,
  apiTokens,
}
export type SystemContract = typeof contract
