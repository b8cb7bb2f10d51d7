import { asBit } from '#domain/endpoint.ts'
import { type UserFilter, users } from '#domain/users/contract.ts'
import { PERSON_LABEL, ROLE_LABEL } from '#domain/users/fields.ts'
import { type Export, plain, type RowOf, text } from '../platform/csv.ts'
import { streamUsers } from './list_queries.ts'

export const mailListExport: Export<RowOf<typeof streamUsers>, UserFilter> = {
  name: 'users_address',
  call: users.mailList,
  columns: [
    plain('ID', (u) => u.id),
    text('Name', (u) => u.name),
    text(PERSON_LABEL.email, (u) => u.email),
    text(PERSON_LABEL.affiliation, (u) => u.affiliation),
    plain(ROLE_LABEL.is_administration_office, (u) => asBit(u.is_administration_office)),
    plain(ROLE_LABEL.is_panel, (u) => asBit(u.is_panel)),
    plain(ROLE_LABEL.is_reviewer, (u) => asBit(u.is_reviewer)),
    plain(ROLE_LABEL.is_proposer, (u) => asBit(u.is_proposer)),
    plain('Disabled', (u) => u.disabled),
  ],
  rows: (ctx, filter) => streamUsers(ctx.db, filter),
}
