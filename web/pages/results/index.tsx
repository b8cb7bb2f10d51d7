import { IconFileZip } from '@tabler/icons-react'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { ANSWER_NAMES, ANSWERS, resultOutcome, resultState } from '#domain/results/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import * as filter from '#web/lib/lists/filters.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { ListPage } from '#web/ui/lists/list_page.tsx'
import { ResultBulk } from './-bulk.tsx'
import { resultColumns, whyNotSelect } from './-columns.tsx'
import { NoneDrafted, ResultsHead } from './-head.tsx'
import { ResultPreview } from './-preview.tsx'

export const Route = createFileRoute('/results/')({ component: Results })

const filters = [
  filter.text('search', 'Title, name or affiliation'),
  filter.term(),
  filter.select('state', 'State', [
    { id: 'not_released', label: 'Not released' },
    { id: 'finding', label: 'With a finding' },
    ...resultState.choices,
  ]),
  filter.select('outcome', 'Outcome', resultOutcome.choices),
  filter.select(
    'answer',
    'Answer',
    ANSWER_NAMES.map((id) => ({ id, label: ANSWERS[id] })),
  ),
  filter.flags('Only those with', { declined: 'A declined sample to take note of' }, false),
]

/** The results of a call: the office drafts, checks and releases them; the panel reads. */
function Results() {
  const office = useIsOffice()
  const term_id = useTermShown()
  return (
    <ListPage
      title="Results"
      noun="result"
      list={api.results.list}
      csv={api.results.download}
      filters={filters}
      withoutControl={{ ids: 'For the PDFs of selected rows.' }}
      rowKey={(row) => row.proposal_id}
      rowName={(row) => `${row.proposal_id} ${row.title}`}
      columns={resultColumns(office)}
      preview={(row) => <ResultPreview key={row.proposal_id} row={row} />}
      actions={
        office && (
          <LinkButton variant="subtle" to={address('/masters/mail-templates')}>
            Template
          </LinkButton>
        )
      }
      tools={({ query, total }) => (
        <CsvButton
          call={api.results.allPdf}
          input={{ query }}
          disabled={total === 0}
          leftSection={<IconFileZip size={16} aria-hidden />}
        >
          Download all PDF
        </CsvButton>
      )}
      whyNotSelect={whyNotSelect}
      empty={term_id !== undefined && <NoneDrafted term_id={term_id} />}
      bulkActions={
        office
          ? (rows, selection, shown) => <ResultBulk rows={rows} selection={selection} shown={shown} />
          : undefined
      }
    >
      {term_id !== undefined && <ResultsHead term_id={term_id} />}
    </ListPage>
  )
}

/** The call that the list shows; undefined when it shows all, or none is known. */
function useTermShown(): number | undefined {
  const current = useCall(api.terms.current).data
  const { term_id } = useLocation({ select: ({ search }) => search as { term_id?: unknown } })
  return term_id === undefined ? (current ?? undefined) : Number(term_id) || undefined
}
