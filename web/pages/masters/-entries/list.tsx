import type { EntryList } from '#domain/masters/entries.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { DetailButton } from '#web/ui/lists/row_parts.tsx'
import { crumbs } from '../-crumbs.ts'
import { Candidates } from './candidates.tsx'
import { WORDS } from './words.ts'

/** The entries of a list, and below them what proposals have typed that is none. */
export function EntryListPage({ list }: { list: EntryList }) {
  const { title, noun, add, edit, calls } = WORDS[list]
  return (
    <ListPage
      title={title}
      breadcrumbs={crumbs([title])}
      actions={<LinkButton to={add}>ADD</LinkButton>}
      list={calls.list}
      filters={[filter.text('name', 'Name')]}
      rowKey={({ id }) => id}
      muted={({ hidden }) => hidden === 1}
      empty={`Press ADD to enter the first ${noun.toLowerCase()}, or change the search above.`}
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
          hint: 'How many proposals have chosen it.',
          align: 'right',
          cell: (row) => row[`selected_${list}`].length,
        },
      ]}
      below={<Candidates list={list} />}
    />
  )
}
