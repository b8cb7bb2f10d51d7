import { Group } from '@mantine/core'
import { address } from '#domain/address.ts'
import { formatAmount } from '#domain/custody/amounts.ts'
import type { PieceDetail, TreePiece } from '#domain/custody/pieces/contract.ts'
import { day } from '#web/lib/format/format.ts'
import { useHasRole } from '#web/lib/session/session.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { OfferButtons } from '#web/ui/custody/offer_buttons.tsx'
import { DetailFields, Section } from '#web/ui/layout/section.tsx'

/** What of it the catalogue offers: its initial and its present weight are two fields there. */
export function Catalogue({ piece, sample_id }: { piece: PieceDetail; sample_id: number }) {
  const staff = useHasRole('admin', 'panel')
  const custodian = useHasRole('admin', 'curation')
  const { unit, tree, totals } = piece
  const offered = tree.filter(({ state }) => state === 'on_offer')
  const [initial, present] =
    unit === 'ug' ? ['Initial weight', 'Present weight'] : ['Initial pressure', 'Present pressure']
  return (
    <Section
      title="In the catalogue"
      aside={
        staff && (
          <ScreenLink inherit to={address('/samples/history/$id', { id: sample_id })}>
            Sample history
          </ScreenLink>
        )
      }
    >
      <DetailFields
        rows={[
          [initial, formatAmount(unit, totals.initial)],
          [
            present,
            offered.length === 0
              ? `${formatAmount(unit, totals.with_borrowers + totals.on_the_way + totals.in_curation)}, not on offer`
              : offered.map((one) => <div key={one.address}>{offerText(piece, one)}</div>),
          ],
        ]}
      />
      {custodian && (
        <Group gap="sm" mt="sm">
          <OfferButtons {...piece} why={piece.why_not.offer} />
        </Group>
      )}
    </Section>
  )
}

/** '0.224 mg as A0106-04, on offer since 2027-04-20 (released by Demo Curation)'. */
function offerText({ unit, events }: PieceDetail, { address, name, present }: TreePiece) {
  const offer = events.find((event) => event.piece === address && event.kind === 'offer')
  const since = offer ? ` since ${day(offer.at)} (released by ${offer.by_name})` : ''
  return `${formatAmount(unit, present)} as ${name}, on offer${since}`
}
