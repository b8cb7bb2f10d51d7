import { labelOf } from '#domain/masters/values.ts'
import { isLimited, MAX_LIMITED } from '#domain/proposals/requested_samples.ts'
import { requestedTotal } from '#domain/proposals/rules.ts'
import { bottlesText, requestTexts } from '#domain/proposals/texts_of_parts.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import classes from './-home.module.css'

/** The samples that the proposal asks for, a line each. */
export function Requested({ id }: { id: number }) {
  const rows = useCall(api.proposals.edit, { params: { id } }, { staleTime: 0 }).data?.requested_samples
  const limited = rows?.filter((row) => isLimited(row.sample_type)).length ?? 0
  return (
    <Section
      title="Requested samples"
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
          label="Requested samples"
          rows={rows}
          rowKey={(row) => row.id}
          empty={null}
          columns={[
            { header: 'Priority', cell: (row) => row.priority, width: 70 },
            {
              header: 'Sample',
              cell: (row) => (
                <SampleName
                  asteroid={row.db_type}
                  name={
                    (row.sample_name ?? 'Any') + (row.number_of_samples ? ` ×${row.number_of_samples}` : '')
                  }
                />
              ),
            },
            { header: 'Sample Type', cell: (row) => labelOf('sample_type', row.sample_type) },
            {
              header: 'Size or weight',
              cell: (row) =>
                row.number_of_bottles === null
                  ? requestTexts(row).amount
                  : bottlesText(row.number_of_bottles),
              align: 'right',
            },
            { header: 'Chamber / dish', cell: (row) => requestTexts(row).place },
            { header: 'Description', cell: (row) => row.sample_description ?? '' },
          ]}
        />
      </div>
    </Section>
  )
}
