import { address } from '#domain/address.ts'
import { BENNU, labelOf, RYUGU, termLabel } from '#domain/masters/values.ts'
import { bottlesText, requestTexts, SAMPLE_LABEL } from '#domain/proposals/field_texts.ts'
import { DETAIL_LABEL } from '#domain/proposals/fields.ts'
import { requestedTotal } from '#domain/proposals/rules.ts'
import { isLimited, MAX_LIMITED } from '#domain/samples/rules.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { NewTab } from '#web/ui/home/information_list.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { AsteroidMark, SampleName } from '#web/ui/text/asteroid.tsx'
import classes from './-home.module.css'

/** The requested samples. */
export function RequestedSamples({ id }: { id: number }) {
  const rows = useCall(api.proposals.edit, { params: { id } }, { staleTime: 0 }).data?.requested_samples
  const limited = rows?.filter((row) => isLimited(row.sample_type)).length ?? 0
  return (
    <Section
      title={DETAIL_LABEL.samples}
      flush
      aside={
        rows && (
          <>
            {limited} of {MAX_LIMITED} particles and aggregates, <b>{requestedTotal(rows).toFixed(1)} mg</b>
          </>
        )
      }
    >
      <div className={classes.bare}>
        <DataTable
          label={DETAIL_LABEL.samples}
          rows={rows}
          rowKey={(row) => row.id}
          empty={null}
          columns={[
            { header: SAMPLE_LABEL.priority, cell: (row) => row.priority, width: 70 },
            {
              header: SAMPLE_LABEL.sample,
              cell: (row) => (
                <SampleName
                  asteroid={row.db_type}
                  name={
                    (row.sample_name ?? 'Any') + (row.number_of_samples ? ` ×${row.number_of_samples}` : '')
                  }
                />
              ),
            },
            { header: SAMPLE_LABEL.type, cell: (row) => labelOf('sample_type', row.sample_type) },
            {
              header: SAMPLE_LABEL.amount,
              cell: (row) =>
                row.number_of_bottles === null
                  ? requestTexts(row).amount
                  : bottlesText(row.number_of_bottles),
              align: 'right',
            },
            { header: SAMPLE_LABEL.place, cell: (row) => requestTexts(row).place },
            { header: 'Description', cell: (row) => row.sample_description ?? '' },
          ]}
        />
      </div>
    </Section>
  )
}

/** The user's proposals of earlier terms. */
export function PastProposals() {
  const past = useCall(api.proposals.myAll).data ?? []
  if (past.length === 0) return null
  return (
    <Section title="Previous proposals">
      <ul className={classes.past}>
        {past.map(({ id, term_id, title }) => (
          <li key={id}>
            <ScreenLink to={address('/proposals/oldProposal/$id', { id })}>{title}</ScreenLink>{' '}
            <small>{termLabel(term_id)}</small>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Links to the sample databases whose addresses are known. */
export function SampleDatabases() {
  const ryugu = useCall(api.masters.ryuguUrl).data
  const bennu = useCall(api.masters.bennuUrl).data
  return (
    <section className={classes.databases} aria-label="Sample databases">
      {ryugu && (
        <div>
          <AsteroidMark asteroid={RYUGU} size={18} />
          <NewTab to={ryugu}>Ryugu sample database</NewTab>
        </div>
      )}
      {bennu && (
        <div>
          <AsteroidMark asteroid={BENNU} size={18} />
          <NewTab to={bennu}>Bennu sample database</NewTab>
        </div>
      )}
    </section>
  )
}
