import { type Address, address } from '../address.ts'
import { ACTIONS, type AuditAction, type ObjectType, objectTypeOf } from '../audit_actions.ts'
import { termLabel } from '../masters/values.ts'

interface ObjectDescription {
  label: string
  /** Name of one object, if not its type and id. */
  one?: (id: number) => string
  /** Screen of one object, if there is one. */
  to: ((id: number) => Address) | null
  /** Screen for entries without an object id. */
  all?: Address
}

const OBJECTS: Record<ObjectType, ObjectDescription> = {
  user: { label: 'User', to: (id) => address('/users/detail/$id', { id }) },
  api_token: { label: 'API token', to: null, all: address('/system/tokens') },
  term: { label: 'Term', one: termLabel, to: (id) => address('/masters/terms/edit/$id', { id }) },
  keyword: { label: 'Keyword', to: (id) => address('/masters/keywords/edit/$id', { id }) },
  method: { label: 'Analysis method', to: (id) => address('/masters/methods/edit/$id', { id }) },
  organisation: { label: 'Organisation', to: (id) => address('/masters/organisations/edit/$id', { id }) },
  settings: { label: 'Settings', to: null, all: address('/masters/settings') },
  sample: {
    label: 'Sample',
    to: (id) => address('/samples/history/$id', { id }),
    all: address('/samples'),
  },
  proposal: { label: 'Proposal', to: (id) => address('/proposals/detail/$id', { id }) },
  applicant: { label: 'Applicant', to: (id) => address('/proposers/applicant/detail/$id', { id }) },
  report: { label: 'Report', to: (id) => address('/reports/detail/$id', { id }) },
  conflict: { label: 'Conflict of interest', to: null },
  relation: { label: 'Declared relation', to: null },
  allocation: {
    label: 'Assignments',
    one: (id) => `Assignments of ${termLabel(id)}`,
    to: (id) => address('/samples/assigned', {}, { term_id: id }),
  },
  meeting: { label: 'Meeting', to: (id) => address('/meetings/$id', { id }) },
  result: { label: 'Result', to: (id) => address('/proposals/detail/$id', { id }) },
  piece: { label: 'Piece', to: null },
  loan: { label: 'Loan', to: null, all: address('/loans') },
  inventory: { label: 'Inventory', to: null },
  publication: { label: 'Publication', to: null },
  scenario: { label: 'Scenario', to: (id) => address('/samples/scenarios', {}, { a: id }) },
  information: { label: 'Announcement', to: (id) => address('/information/edit/$id', { id }) },
  view: { label: 'View of a list', to: null },
  export: { label: 'Export', to: null },
  group_mail: { label: 'Group mail', to: (id) => address('/group-mail/detail/$id', { id }) },
  mail_template: { label: 'Mail template', to: null, all: address('/masters/mail-templates') },
  mail: {
    label: 'Mail',
    to: (id) => address('/mail-log', {}, { id }),
    all: address('/mail-log'),
  },
  web_hook: {
    label: 'Web hook',
    to: (id) => address('/system/web-hooks/edit/$id', { id }),
    all: address('/system/web-hooks'),
  },
  maintenance: { label: 'Maintenance', to: null, all: address('/system') },
}

export const OBJECT_TYPES = Object.keys(OBJECTS) as [ObjectType, ...ObjectType[]]
export const AUDIT_ACTIONS = Object.keys(ACTIONS) as [AuditAction, ...AuditAction[]]

/** Options of the filters. */
export const objectChoices = OBJECT_TYPES.map((id) => ({ id, label: OBJECTS[id].label }))
export const actionChoices = AUDIT_ACTIONS.map((id) => ({
  id,
  label: `${OBJECTS[objectTypeOf(id)].label}: ${ACTIONS[id]}`,
}))

/** Label and screen of an entry's object: 'Proposal 12'. */
export function objectOf(type: ObjectType, id: number | null): { label: string; to: Address | null } {
  const { label, one, to, all = null } = OBJECTS[type]
  if (id === null) return { label, to: all }
  return { label: one?.(id) ?? `${label} ${id}`, to: to?.(id) ?? null }
}
