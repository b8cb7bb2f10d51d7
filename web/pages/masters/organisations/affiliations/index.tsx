import { Button, Group, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { Affiliation } from '#domain/organisations/contract.ts'
import { api } from '#web/lib/http/api.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { masterBreadcrumbs } from '../../-breadcrumbs.ts'
import { ViewSwitch } from '../-view_switch.tsx'
import { MergeDialog, NewDialog } from './-dialogs.tsx'

export const Route = createFileRoute('/masters/organisations/affiliations/')({ component: Affiliations })

/** A dialog about some of the rows; `into`: the organisation that is chosen at first. */
interface Asked {
  to: 'merge' | 'add'
  rows: readonly Affiliation[]
  into: number | null
  onDone: () => void
}

const nothing = () => {}

function Affiliations() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = (
    to: Asked['to'],
    rows: readonly Affiliation[],
    { into = rows[0]?.suggestions[0]?.id ?? null, onDone = nothing }: Partial<Asked> = {},
  ) => setAsked({ to, rows, into, onDone })
  const close = () => setAsked(null)
  return (
    <ListPage
      title="Affiliations"
      breadcrumbs={masterBreadcrumbs(
        ['Organisation Master', address('/masters/organisations')],
        ['Not merged'],
      )}
      actions={<ViewSwitch />}
      list={api.organisations.affiliations}
      filters={[filter.text('affiliation', 'Affiliation')]}
      rowKey={({ affiliation }) => affiliation}
      rowName={({ affiliation }) => affiliation}
      noun="affiliation"
      empty="Every affiliation is a spelling of an organisation, or the search above finds none."
      bulkActions={(rows, selection) => (
        <>
          <WriteButton onClick={() => ask('merge', rows, { onDone: selection.clear })}>
            Merge into…
          </WriteButton>
          <WriteButton variant="default" onClick={() => ask('add', rows, { onDone: selection.clear })}>
            New organisation…
          </WriteButton>
        </>
      )}
      columns={[
        {
          header: 'Affiliation',
          sort: 'affiliation',
          cardTitle: true,
          cell: ({ affiliation }) => affiliation,
          secondLine: ({ similar }) => similar.length > 0 && `Similar: ${similar.join(' · ')}`,
        },
        {
          header: 'People',
          hint: 'Users, people in notices, collaborators of proposals.',
          sort: 'people',
          descendingFirst: true,
          align: 'right',
          nowrap: true,
          cell: ({ people }) => people,
          secondLine: (row) => usesText(row),
        },
        {
          header: 'Like',
          hint: 'Organisations with a similar spelling, the most similar first.',
          width: 380,
          cell: (row) => (
            <Group gap={4}>
              {row.suggestions.map(({ id, name, likeness }) => (
                <WriteButton
                  key={id}
                  size="compact-sm"
                  variant="light"
                  aria-label={`${name} · ${likeness} %: merge ${row.affiliation} into it`}
                  onClick={() => ask('merge', [row], { into: id })}
                >
                  {`${name} · ${likeness} %`}
                </WriteButton>
              ))}
              {row.suggestions.length === 0 && <Text c="dimmed">-</Text>}
            </Group>
          ),
        },
        {
          header: 'Actions',
          action: true,
          cell: (row) => (
            <Group gap={4} wrap="nowrap">
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Merge into…: ${row.affiliation}`}
                onClick={() => ask('merge', [row])}
              >
                Merge into…
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`New organisation of ${row.affiliation}`}
                onClick={() => ask('add', [row])}
              >
                New…
              </Button>
            </Group>
          ),
        },
      ]}
    >
      {asked?.to === 'merge' && <MergeDialog {...asked} close={close} />}
      {asked?.to === 'add' && <NewDialog {...asked} close={close} />}
    </ListPage>
  )
}

const usesText = ({ users, notices, collaborators }: Affiliation) =>
  [
    users > 0 && (users === 1 ? '1 user' : `${users} users`),
    notices > 0 && `${notices} in notices`,
    collaborators > 0 && `${collaborators} in proposals`,
  ]
    .filter(Boolean)
    .join(', ')
