import type { SampleHistory } from '#domain/allocation/contract.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { BENNU, GAS, labelOf } from '#domain/masters/values.ts'
import { requestTexts } from '#domain/proposals/field_texts.ts'
import type { RequestedSample } from '#domain/proposals/requested_samples.ts'
import { requestedTotal } from '#domain/proposals/rules.ts'
import { nearestTo } from '#domain/samples/nearest.ts'
import { sizeInForm } from '#domain/samples/size.ts'
import type { StaffProposal } from '#domain/staff/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { SampleName } from '../text/asteroid.tsx'
import classes from './requested_samples.module.css'

type Requesting = Pick<StaffProposal, 'id' | 'term_id' | 'requested_samples'>

/** The requested samples in the order of their priority, each with what it is at hand for. */
export function RequestsAtHand({ proposal }: { proposal: Requesting }) {
  const { requested_samples: rows } = proposal
  if (rows.length === 0) return <p className={classes.none}>No samples are requested.</p>
  return (
    <table className={classes.table} aria-label="Requested samples">
      <tbody>
        {rows.map((row) =>
          row.sample_id === null ? (
            <AnyRow key={row.id} row={row} />
          ) : (
            <NamedRow key={row.id} row={row} id={row.sample_id} proposal={proposal} />
          ),
        )}
      </tbody>
    </table>
  )
}

/** 'about 4.9 mg' over the requests that state a weight; '' if none does. */
export function requestedText({ requested_samples }: Requesting): string {
  const total = requestedTotal(requested_samples)
  return total > 0 ? `about ${total.toFixed(1)} mg` : ''
}

interface RowProps {
  row: RequestedSample
  size: number | null
  availability: string
  /** Others want it or have it. */
  contested?: boolean
}

const mg = (weight: number | null) => (weight === null ? '' : `${weight} mg`)
const mm = (size: number | null) => (size === null ? '' : `${sizeInForm(size)} mm`)

function Row({ row, size, availability, contested = false }: RowProps) {
  const { number, bottles } = requestTexts(row)
  const times = [number, bottles].find((text) => text !== '-' && text !== '1')
  return (
    <tr>
      <td className={classes.quiet}>{row.priority}</td>
      <td>
        <SampleName
          asteroid={row.db_type}
          name={`${row.sample_name ?? 'Any'}${times === undefined ? '' : ` ×${times}`}`}
        />
      </td>
      <td>{labelOf('sample_type', row.sample_type)}</td>
      <td className={classes.figure}>{mg(row.weight ?? row.sample_weight)}</td>
      <td className={classes.figure}>{mm(size)}</td>
      <td className={contested ? classes.contested : classes.availability}>{availability}</td>
    </tr>
  )
}

function NamedRow({ row, id, proposal }: { row: RequestedSample; id: number; proposal: Requesting }) {
  const history = useCall(api.allocation.history, { params: { id } }, { own: 'all' }).data
  const { text, contested } = history ? claimsOn(history, proposal) : { text: '', contested: false }
  return <Row row={row} size={history?.sample.size ?? null} availability={text} contested={contested} />
}

/** Who else has the sample or asks for it by name in this call. */
function claimsOn({ assignments, requests }: SampleHistory, { id, term_id }: Requesting) {
  const promised = assignments.find((one) => one.proposal_id !== id && one.status === CONFIRMED)
  if (promised) return { text: `confirmed for ${promised.proposal_id}`, contested: true }
  const others = requests.filter((one) => one.proposal_id !== id && one.term_id === term_id)
  if (others.length === 0) return { text: 'available', contested: false }
  const ids = others.map(({ proposal_id }) => proposal_id).sort((a, b) => a - b)
  return { text: `asked for by ${list(ids)} too`, contested: true }
}

/** '73', '73 and 80', '73, 80 and 91'. */
const list = (ids: readonly number[]) =>
  ids.length < 2 ? String(ids[0]) : `${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`

function AnyRow({ row }: { row: RequestedSample }) {
  const samples = useCall(row.db_type === BENNU ? api.samples.bennu : api.samples.ryugu, undefined, {
    staleTime: 5 * 60_000,
    own: 'all',
  }).data
  const found =
    samples &&
    nearestTo(
      samples.filter(({ sample_type }) => sample_type === row.sample_type),
      row,
    ).length
  return (
    <Row
      row={row}
      size={row.size}
      availability={found === undefined || row.sample_type === GAS ? '' : matchText(found)}
      contested={found === 0}
    />
  )
}

const matchText = (found: number) =>
  found === 0 ? 'no sample matches' : found === 1 ? '1 sample matches' : `${found} samples match`
