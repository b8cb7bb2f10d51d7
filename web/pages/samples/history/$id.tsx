import { createFileRoute } from '@tanstack/react-router'
import { staff } from '#domain/access.ts'
import { address } from '#domain/address.ts'
import type { SampleHistory } from '#domain/allocation/contract.ts'
import { assignmentStatus, CONFIRMED } from '#domain/allocation/status.ts'
import { asteroids, labelOf } from '#domain/masters/values.ts'
import { sampleTitle } from '#domain/samples/import.ts'
import { sizeInMm } from '#domain/samples/size.ts'
import { figure, termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { useHasRole } from '#web/lib/session/session.ts'
import { HistoryLink, LinkButton } from '#web/ui/actions/links.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { DetailFields, Section } from '#web/ui/layout/section.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { SampleLink } from '#web/ui/text/sample_link.tsx'
import { Assignments, Events, Requests } from './-tables.tsx'

export const Route = createFileRoute('/samples/history/$id')({
  loader: loadById(api.allocation.history),
  component: History,
})

function History() {
  const { id } = Route.useParams()
  const query = useCall(api.allocation.history, { params: { id } })
  const staffed = useHasRole(...staff)
  return (
    <Page
      title={query.data ? <Title of={query.data.sample} /> : 'Sample history'}
      breadcrumbs={[['Sample List', address('/samples')], ['Sample history']]}
      actions={
        <>
          <PieceLink sample_id={id} />
          <HistoryLink object="sample" id={id}>
            Audit log
          </HistoryLink>
        </>
      }
    >
      <Loaded query={query}>
        {(history) => (
          <>
            <Section>
              <Figures of={history} />
            </Section>
            <Section title="Assigned to">
              <Assignments of={history} />
            </Section>
            {staffed && (
              <Section title="Requested by">
                <Requests of={history} />
              </Section>
            )}
            <Section title="History">
              <Events of={history} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** The piece that the sample is, once it has been lent, split or weighed; for office and curation. */
function PieceLink({ sample_id }: { sample_id: string }) {
  const custodian = useHasRole('admin', 'curation')
  const piece = useCall(api.pieces.ofSample, { params: { id: sample_id } }, { enabled: custodian }).data
  return (
    piece?.address && (
      <LinkButton variant="default" to={address('/pieces/$id', { id: piece.address })}>
        Piece and its loans
      </LinkButton>
    )
  )
}

const Title = ({ of: sample }: { of: SampleHistory['sample'] }) => (
  <SampleName asteroid={sample.db_type} name={sampleTitle(sample)} />
)

/** The status of the sample: confirmed, assigned to how many, or free. */
function Status({ assignments }: SampleHistory) {
  const promised = assignments.find(({ status, ended_at }) => status === CONFIRMED && ended_at === null)
  if (promised)
    return (
      <StatusChip colour={assignmentStatus.colour(CONFIRMED)}>
        {`Confirmed for proposal ${promised.proposal_id} of ${termLabel(promised.term_id)}`}
      </StatusChip>
    )
  const held = assignments.filter(({ ended_at }) => ended_at === null)
  if (held.length === 0)
    return assignments.length === 0 ? 'Not assigned' : 'Not assigned, was confirmed before'
  return `Assigned to ${held.length === 1 ? 'one proposal' : `${held.length} proposals`}, not confirmed`
}

const Figures = ({ of: history }: { of: SampleHistory }) => {
  const { sample } = history
  return (
    <DetailFields
      rows={[
        ['Status', <Status key="status" {...history} />],
        ['Asteroid', asteroids[sample.db_type]],
        ['Type', labelOf('sample_type', sample.type)],
        ['Initial weight[mg]', figure(sample.initial_weight)],
        ['Present weight[mg]', figure(sample.weight)],
        ['Size[mm]', sizeInMm(sample.size, '-')],
        ['Pressure[Pa]', figure(sample.pressure)],
        ['Volume[ml]', figure(sample.volume)],
        sample.chamber !== null && ['Chamber', labelOf('ChamberList', sample.chamber)],
        sample.dish !== null && ['Dish', sample.dish],
        ['Description', sample.description],
        ['Source', sample.source],
        sample.flg === 1 && ['On offer', 'Can be requested in this call'],
        ['Sample database', <SampleLink key="link" sample={sample} />],
      ]}
    />
  )
}
