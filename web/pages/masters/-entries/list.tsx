import { address } from '#domain/address.ts'
import type { EntryList } from '#domain/masters/entries.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { DetailButton } from '#web/ui/lists/row_parts.tsx'
import { Collapsed } from '#web/ui/text/long_lists.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { masterBreadcrumbs } from '../-breadcrumbs.ts'
import { ENTRY_SCREENS } from './screens.ts'

/** The entries of a list, and below them the typed names that are not in it. */
export function EntryListPage({ list }: { list: EntryList }) {
  const { title, add, edit, endpoints } = ENTRY_SCREENS[list]
  return (
    <ListPage
      title={title}
      breadcrumbs={masterBreadcrumbs([title])}
      actions={<LinkButton to={add}>ADD</LinkButton>}
      list={endpoints.list}
      filters={[filter.text('name', 'Name')]}
      rowKey={({ id }) => id}
      muted={({ hidden }) => hidden === 1}
      empty="Change the search above, or press ADD to enter one."
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
        { header: 'Sort', sort: 'sort', align: 'right', cell: ({ sort }) => sort },
        { header: 'Hidden', cell: ({ hidden }) => (hidden === 1 ? 'Hidden' : '-') },
        {
          header: 'Proposals',
          hint: 'Number of proposals that have chosen it.',
          align: 'right',
          cell: (row) => row[`selected_${list}`].length,
        },
      ]}
      below={<Candidates list={list} />}
    />
  )
}

/** Names typed in proposals that are no entries yet. Adding one replaces the typed names by the entry. */
function Candidates({ list }: { list: EntryList }) {
  const { noun, endpoints } = ENTRY_SCREENS[list]
  const candidates = useCall(endpoints.notRegistered, {}, { staleTime: 0 })
  const add = useAction(endpoints.add)
  const words = noun.toLowerCase()
  return (
    <Section title={`Not registered ${words}s`}>
      <Loaded query={candidates}>
        {(rows) => (
          <DataTable
            label={`Not registered ${words}s`}
            rows={rows}
            rowKey={({ name }) => name}
            busy={add.pending}
            empty={<EmptyState title={`Every ${words} typed in a proposal is in the list.`} />}
            columns={[
              { header: 'Name', cell: ({ name }) => name },
              { header: 'Count', align: 'right', cell: ({ count }) => count },
              { header: 'Proposals', cell: ({ proposals }) => <Links ids={proposals} /> },
              {
                header: 'Add',
                action: true,
                width: 130,
                cell: (candidate) => (
                  <WriteButton
                    size="compact-sm"
                    variant="light"
                    aria-label={`Add to the list: ${candidate.name}`}
                    onClick={() => void add.run({ body: { name: candidate.name, sort: null, adopt: true } })}
                  >
                    Add to the list
                  </WriteButton>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}

const Links = ({ ids }: { ids: readonly number[] }) => (
  <Collapsed items={ids} itemKey={(id) => id}>
    {(id) => (
      <ScreenLink to={address('/proposals/detail/$id', { id })} display="inline-block" miw={24} py={2}>
        {String(id)}
      </ScreenLink>
    )}
  </Collapsed>
)
