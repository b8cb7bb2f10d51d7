import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { pieceState } from '#domain/custody/status.ts'
import { ASTEROIDS, asteroids } from '#domain/masters/values.ts'
import { day } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { AmountWithUnit } from '#web/ui/custody/amount.tsx'
import { CustodyViews } from '#web/ui/custody/custody_views.tsx'
import { PieceStateChip } from '#web/ui/custody/piece_state.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'

export const Route = createFileRoute('/pieces/')({ component: PieceList })

function PieceList() {
  return (
    <ListPage
      title="Pieces"
      noun="piece"
      list={api.pieces.list}
      csv={api.pieces.download}
      filters={[
        filter.text('name', 'Name or form'),
        filter.text('holder', 'Holder or place'),
        filter.select('state', 'State', pieceState.choices),
        filter.select(
          'db_type',
          'Asteroid',
          ASTEROIDS.map((id) => ({ id, label: asteroids[id] })),
        ),
        filter.flags('Kind', { gas: 'Gas', write_off: 'Write-off proposed' }, false),
      ]}
      rowKey={(row) => row.address}
      rowName={({ name }) => name}
      columns={[
        {
          header: 'Piece',
          sort: 'name',
          title: true,
          to: (row) => address('/pieces/$id', { id: row.address }),
          cell: ({ name, db_type }) => <SampleName asteroid={db_type} name={name} />,
          secondLine: ({ form }) => form,
        },
        {
          header: 'State',
          sort: 'state',
          width: 140,
          cell: ({ state }) => <PieceStateChip state={state} quiet />,
        },
        {
          header: 'With',
          sort: 'holder',
          width: '26%',
          cell: ({ holder }) => holder || '-',
        },
        {
          header: 'Loan',
          width: 84,
          cell: ({ loan_number }) =>
            loan_number ? (
              <ScreenLink inherit to={address('/loans/$id', { id: loan_number })}>
                {loan_number}
              </ScreenLink>
            ) : (
              '-'
            ),
        },
        {
          header: 'Initial',
          width: 112,
          align: 'right',
          hides: 'second',
          cell: ({ unit, initial }) => <AmountWithUnit unit={unit} n={initial} />,
        },
        {
          header: 'Now',
          sort: 'present',
          descendingFirst: true,
          width: 112,
          align: 'right',
          cell: ({ unit, present, state }) =>
            state === 'split' ? '-' : <AmountWithUnit unit={unit} n={present} />,
        },
        {
          header: 'Last event',
          sort: 'last_at',
          descendingFirst: true,
          width: 112,
          nowrap: true,
          hides: 'second',
          cell: ({ last_at }) => day(last_at),
        },
      ]}
      actions={<CustodyViews />}
      bulkActions={(rows) => (
        <CsvButton call={api.pieces.labels} input={{ query: { addresses: rows.map((row) => row.address) } }}>
          {`Labels, PDF (${rows.length})`}
        </CsvButton>
      )}
      empty="A sample becomes a piece when it is first lent, split or weighed."
    />
  )
}
