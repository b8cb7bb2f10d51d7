import { address } from '#domain/address.ts'
import type { PieceDetail } from '#domain/custody/pieces/contract.ts'
import { day } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useHasRole } from '#web/lib/session/session.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { PiecePublications } from '#web/ui/custody/publications.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { type Crumb, Page } from '#web/ui/layout/page.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { Catalogue } from './catalogue.tsx'
import { PieceLabel } from './label.tsx'
import { MorePieceActs } from './more_acts.tsx'
import classes from './piece.module.css'
import { PublicationFiles } from './publication_files.tsx'
import { Splits } from './splits.tsx'
import { Timeline } from './timeline.tsx'
import { WhereItIs } from './where_it_is.tsx'
import { ProposedWriteOff } from './write_off.tsx'

/** A piece: where every microgram of it is, what it was split into, and what happened to it. */
export function PiecePage({ address: at }: { address: string }) {
  const query = useCall(api.pieces.get, { params: { address: at } })
  const custodian = useHasRole('admin', 'curation')
  const piece = query.data
  const trail: Crumb[] = custodian
    ? [['Loans', address('/loans')], ['Pieces', address('/pieces')], [piece?.name ?? 'Piece']]
    : [['My samples', address('/mypage/samples')], [piece?.name ?? 'Piece']]
  return (
    <Page
      title={piece ? <SampleName asteroid={piece.db_type} name={piece.name} /> : 'Piece'}
      object={piece?.name}
      breadcrumbs={trail}
      beside={piece && <Beside piece={piece} />}
      actions={
        piece && (
          <>
            {piece.why_not.label === null && <PieceLabel piece={piece} />}
            <CsvButton call={api.pieces.eventsDownload} input={{ params: { address: at } }}>
              Events as CSV
            </CsvButton>
            <MorePieceActs piece={piece} />
          </>
        )
      }
    >
      <Loaded query={query}>
        {(found) => (
          <div className={classes.page}>
            <ProposedWriteOff piece={found} />
            <WhereItIs piece={found} />
            <div className={classes.columns}>
              <div className={classes.page}>
                <Splits piece={found} />
                <PiecePublications
                  address={found.address}
                  aside={custodian && <PublicationFiles name={found.name} />}
                />
                {found.sample_id !== null && <Catalogue piece={found} sample_id={found.sample_id} />}
              </div>
              <Timeline piece={found} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

const Beside = ({ piece }: { piece: PieceDetail }) => (
  <>
    {[piece.description, piece.pristine_until ? `pristine until ${day(piece.pristine_until)}` : 'pristine']
      .filter(Boolean)
      .join(' · ')}
  </>
)
