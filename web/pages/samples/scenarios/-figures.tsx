import { SimpleGrid } from '@mantine/core'
import type { Comparison } from '#domain/scenarios/compare.ts'
import { scoreBand } from '#domain/staff/status.ts'
import { figure } from '#web/lib/format/format.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'

interface FigureLine {
  label: string
  a: number
  b: number
  /** How many there are in all, where that is known. */
  of?: number
}

const signed = (by: number) => (by > 0 ? `+${figure(by)}` : by < 0 ? `−${figure(-by)}` : '0')
/** A difference of figures, without the tail that it has in binary. */
const difference = ({ a, b }: FigureLine) => signed(Math.round((b - a) * 1e6) / 1e6)

const columns = (head: string): Column<FigureLine>[] => [
  { header: head, heads: true, cell: ({ label }) => label },
  { header: 'A', align: 'right', width: 76, nowrap: true, cell: ({ a }) => figure(a) },
  { header: 'B', align: 'right', width: 76, nowrap: true, cell: ({ b }) => figure(b) },
  { header: 'B against A', align: 'right', width: 96, nowrap: true, cell: difference },
]

/** What the two sides come to, and how many requests each serves in each score band. */
export const ComparedFigures = ({ a, b, bands }: Pick<Comparison<unknown>, 'a' | 'b' | 'bands'>) => (
  <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
    <Section title="In all" flush>
      <DataTable
        label="In all"
        rowKey={({ label }) => label}
        columns={columns('Figure')}
        empty={null}
        rows={[
          { label: 'Pieces', a: a.pieces, b: b.pieces },
          { label: 'Weight[mg]', a: a.mg, b: b.mg },
          { label: `Requests served, of ${a.asked}`, a: a.served, b: b.served },
          { label: 'Not asked for', a: a.over, b: b.over },
          { label: 'Clashes', a: a.clashes, b: b.clashes },
        ]}
      />
    </Section>
    <Section title="Requests served by score" flush>
      <DataTable
        label="Requests served by score"
        rowKey={({ label }) => label}
        columns={columns('Proposals')}
        empty={null}
        rows={bands.map(({ band, proposals, asked, a, b }) => ({
          label: `${band === null ? 'No score shown' : scoreBand.label(band)}: ${proposals}, asking for ${asked}`,
          a,
          b,
        }))}
      />
    </Section>
  </SimpleGrid>
)
