import { Anchor } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { rorAddress } from '#domain/organisations/ror.ts'
import { api } from '#web/lib/http/api.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { DetailButton } from '#web/ui/lists/row_parts.tsx'
import { Collapsed } from '#web/ui/text/long_lists.tsx'
import { masterBreadcrumbs } from '../-breadcrumbs.ts'
import { ViewSwitch } from './-view_switch.tsx'

export const Route = createFileRoute('/masters/organisations/')({ component: Organisations })

const edit = (id: number) => address('/masters/organisations/edit/$id', { id })

function Organisations() {
  return (
    <ListPage
      title="Organisation Master"
      breadcrumbs={masterBreadcrumbs(['Organisation Master'])}
      actions={
        <>
          <ViewSwitch />
          <LinkButton to={address('/masters/organisations/add')}>ADD</LinkButton>
        </>
      }
      list={api.organisations.list}
      filters={[filter.text('name', 'Name or spelling')]}
      rowKey={({ id }) => id}
      noun="organisation"
      empty="Change the search above, press ADD, or merge affiliations under Not merged."
      columns={[
        {
          header: 'Edit',
          action: true,
          width: 90,
          cell: ({ id, name }) => (
            <DetailButton to={edit(id)} name={name}>
              Edit
            </DetailButton>
          ),
        },
        { header: 'Name', sort: 'name', cardTitle: true, cell: ({ name }) => name },
        {
          header: 'Part of',
          cell: ({ parent }) => (parent ? <ScreenLink to={edit(parent.id)}>{parent.name}</ScreenLink> : '-'),
        },
        { header: 'ROR id', nowrap: true, cell: ({ ror }) => (ror ? <RorLink id={ror} /> : '-') },
        {
          header: 'Other spellings',
          width: 340,
          cell: ({ spellings: [, ...others] }) =>
            others.length === 0 ? (
              '-'
            ) : (
              <Collapsed items={others} itemKey={(one) => one}>
                {(one) => <div>{one}</div>}
              </Collapsed>
            ),
        },
        {
          header: 'People',
          hint: 'Users, and people in notices and proposals, with one of its spellings as affiliation.',
          sort: 'people',
          descendingFirst: true,
          align: 'right',
          cell: ({ people }) => people,
        },
      ]}
    />
  )
}

const RorLink = ({ id }: { id: string }) => (
  <Anchor href={rorAddress(id)} target="_blank" rel="noreferrer">
    {id}
  </Anchor>
)
