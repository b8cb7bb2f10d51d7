import { Button } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import type { Publication } from '#domain/custody/publications/contract.ts'
import { publicationState } from '#domain/custody/publications/status.ts'
import { day } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { CustodyViews } from '#web/ui/custody/custody_views.tsx'
import { DoiLink, PieceLinks, PublicationDialog } from '#web/ui/custody/publications.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'

export const Route = createFileRoute('/publications/')({ component: PublicationList })

/** Every publication with its pieces; the office confirms them. */
function PublicationList() {
  const office = useIsOffice()
  const [edited, edit] = useState<Publication | 'new' | null>(null)
  const confirm = useAction(api.publications.confirm)
  return (
    <>
      <ListPage
        title="Publications"
        noun="publication"
        list={api.publications.list}
        csv={api.publications.download}
        filters={[
          filter.text('title', 'Title'),
          filter.text('piece', 'Piece'),
          filter.text('proposal_id', 'Proposal'),
          filter.text('year', 'Year'),
          filter.select('state', 'State', publicationState.choices),
        ]}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        columns={[
          {
            header: 'Title',
            sort: 'title',
            title: true,
            cell: ({ title }) => title,
            secondLine: ({ doi }) => <DoiLink doi={doi} />,
          },
          { header: 'Year', sort: 'year', descendingFirst: true, width: 70, cell: ({ year }) => year },
          { header: 'Pieces', width: 190, cell: ({ pieces }) => <PieceLinks pieces={pieces} /> },
          {
            header: 'State',
            width: 120,
            cell: ({ state }) => (
              <StatusChip colour={publicationState.colour(state)}>{publicationState.label(state)}</StatusChip>
            ),
          },
          {
            header: 'Added',
            sort: 'added_at',
            descendingFirst: true,
            width: 150,
            hides: 'second',
            cell: ({ added_by }) => added_by,
            secondLine: ({ added_at }) => day(added_at),
          },
          {
            header: 'Edit',
            action: true,
            width: 72,
            cell: (row) =>
              row.why_not_change === null && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Edit ${row.title}`}
                  onClick={() => edit(row)}
                >
                  Edit
                </Button>
              ),
          },
        ]}
        actions={
          <>
            <CustodyViews />
            <WriteButton variant="default" onClick={() => edit('new')}>
              Add
            </WriteButton>
          </>
        }
        tools={({ query: { sort: _, dir: __, ...query } }) => (
          <Button component="a" variant="default" href={api.publications.bibtex.address({ query })} download>
            BibTeX
          </Button>
        )}
        {...(office && {
          bulkActions: (rows: readonly Publication[], { clear }: { clear: () => void }) => {
            const waiting = rows.filter(({ state }) => state === publicationState.code.TO_CONFIRM)
            return (
              <WriteButton
                why={waiting.length === 0 ? 'They are confirmed.' : null}
                loading={confirm.pending}
                onClick={async () => {
                  const done = await confirm.run({ body: { ids: waiting.map(({ id }) => id) } })
                  if (done?.result === 1) clear()
                }}
              >
                {`Confirm ${waiting.length}`}
              </WriteButton>
            )
          },
        })}
        empty="Borrowers add them under My samples, the office and curation here."
      />
      <PublicationDialog edited={edited} close={() => edit(null)} />
    </>
  )
}
