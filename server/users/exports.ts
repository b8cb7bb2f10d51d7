import { asBit } from '#domain/endpoint.ts'
import { type UserFilter, users } from '#domain/users/contract.ts'
import { type Export, plain, type RowOf, text } from '../platform/csv.ts'
import { streamUsers } from './list_queries.ts'

export const mailListExport: Export<RowOf<typeof streamUsers>, UserFilter> = {
  name: 'users_address',
  call: users.mailList,
  columns: [
    plain('ID', (u) => u.id),
    text('Name', (u) => u.name),
    text('E-mail', (u) => u.email),
    text('Affiliation', (u) => u.affiliation),
    plain('Administration office', (u) => asBit(u.is_administration_office)),
    plain('Panel', (u) => asBit(u.is_panel)),
    plain('Reviewer', (u) => asBit(u.is_reviewer)),
    plain('Proposer', (u) => asBit(u.is_proposer)),
    plain('Disabled', (u) => u.disabled),
  ],
  rows: (ctx, filter) => streamUsers(ctx.db, filter),
}
