import { sql } from 'kysely'
import * as ask from '../platform/asks.ts'

/** The filters that all lists of proposals share: the proposal is `p`. */
export const fitsProposal = {
  ...ask.user('p.user_id'),
  term_id: ask.equals('p.term_id'),
  title: ask.holds('p.title'),
  abstract: ask.holds('p.abstract'),
  keywords: ask.ifSaid(
    (id: number) =>
      sql`exists (select from proposal_keywords as k where k.proposal_id = p.id and k.keyword_id = ${id})`,
  ),
}

/** What all lists of proposals can be sorted by: the proposer is `u`, joined by lists that are sorted by them. */
export const proposalSorts = {
  ...ask.personSorts('u'),
  id: 'p.id',
  title: ask.folded('p.title'),
  term_id: 'p.term_id',
}
