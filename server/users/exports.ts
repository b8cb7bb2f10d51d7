import { asBit } from '#domain/endpoint.ts'
import { ORCID_LABEL, orcidLink } from '#domain/orcid.ts'
import { type UserFilter, users } from '#domain/users/contract.ts'
import { PERSON_LABEL, ROLE_LABEL } from '#domain/users/fields.ts'
import { type Export, plainColumn, type RowOf, textColumn } from '../platform/csv.ts'
import { streamUsers } from './list_queries.ts'

export const mailListExport: Export<RowOf<typeof streamUsers>, UserFilter> = {
  name: 'users_address',
  endpoint: users.mailList,
  columns: [
    plainColumn('ID', (u) => u.id),
    textColumn('Name', (u) => u.name),
    textColumn(PERSON_LABEL.email, (u) => u.email),
    textColumn(PERSON_LABEL.affiliation, (u) => u.affiliation),
    plainColumn(ROLE_LABEL.is_administration_office, (u) => asBit(u.is_administration_office)),
    plainColumn(ROLE_LABEL.is_panel, (u) => asBit(u.is_panel)),
    plainColumn(ROLE_LABEL.is_reviewer, (u) => asBit(u.is_reviewer)),
    plainColumn(ROLE_LABEL.is_curation, (u) => asBit(u.is_curation)),
    plainColumn(ROLE_LABEL.is_proposer, (u) => asBit(u.is_proposer)),
    plainColumn('Disabled', (u) => u.disabled),
    textColumn(ORCID_LABEL, (u) => u.orcid && orcidLink(u.orcid)),
  ],
  rows: (ctx, filter) => streamUsers(ctx.db, filter),
}
