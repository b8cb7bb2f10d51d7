import { z } from 'zod'
import { bit, instant } from '../endpoint.ts'
import { proposalStatus } from '../proposals/status.ts'
import { reportStatus } from '../reports/status.ts'

/** A user as staff choose one: for destinations and lookups. */
export const UserChoice = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
  is_administration_office: z.boolean(),
  is_panel: z.boolean(),
  is_reviewer: z.boolean(),
  is_proposer: z.boolean(),
  disabled: bit,
})

/** A user in the list; a deleted one is kept for what refers to it. */
export const UserRow = UserChoice.extend({ deleted: z.boolean() })
export type UserRow = z.infer<typeof UserRow>

const ofProposal = { proposal_id: z.number(), term_id: z.number(), title: z.string() }

/** A user's own proposal; `open` while its term is not disabled. */
const OwnProposal = z.object({ ...ofProposal, status: z.literal(proposalStatus.codes), open: z.boolean() })
/** A report that a user was asked for, or is to be; those of proposals that the viewer takes part in are left out. */
const OwnReport = z.object({
  id: z.number(),
  ...ofProposal,
  status: z.literal(reportStatus.codes),
  open: z.boolean(),
})
export type OwnReport = z.infer<typeof OwnReport>

/** A user as the office sees one: the account, and what its owner is to the call. */
export const UserDetail = UserRow.extend({
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  suffix: z.string(),
  version: z.number(),
  created_at: instant,
  updated_at: instant,
  last_updator_id: z.number().nullable(),
  last_updator: z.string().nullable(),
  last_login_at: instant.nullable(),
  /** Addresses that the user had before, newest first. */
  past_addresses: z.array(z.object({ email: z.string(), since: instant })),
  proposals: z.array(OwnProposal),
  reports: z.array(OwnReport),
  /** Proposals of others on which the user collaborates, by any address. */
  collaborations: z.array(z.object({ ...ofProposal, proposer: z.string() })),
  conflicts: z.array(z.object({ ...ofProposal, reason: z.string() })),
  /** What lets the user in at this moment. */
  second_factor: z.object({ passkeys: z.number(), totp: z.boolean() }),
  sessions: z.number(),
  downloads: z.number(),
})
export type UserDetail = z.infer<typeof UserDetail>
