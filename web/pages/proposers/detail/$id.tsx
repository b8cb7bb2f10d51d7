import { Anchor } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { ORCID_LABEL } from '#domain/orcid.ts'
import { submittedOrNot } from '#domain/proposers/rules.ts'
import { termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { ObjectHead } from '#web/ui/layout/object_head.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { DetailFields, Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { OrcidLink } from '#web/ui/text/orcid.tsx'
import { GlobalScore } from '#web/ui/text/score.tsx'

export const Route = createFileRoute('/proposers/detail/$id')({
  loader: loadById(api.proposers.get),
  component: ProposerDetail,
})

const counted = (count: number) => (count === 1 ? '1 proposal' : `${count} proposals`)

function ProposerDetail() {
  const { id } = Route.useParams()
  const proposer = useCall(api.proposers.get, { params: { id } })
  return (
    <Page
      title={proposer.data?.name ?? 'Proposer Detail'}
      object={proposer.data?.name}
      breadcrumbs={[['Proposer', address('/proposers')], ['Proposer Detail']]}
    >
      <Loaded query={proposer}>
        {({ name, email, affiliation, orcid, created_proposal }) => (
          <>
            <ObjectHead
              identity={
                <>
                  <span>{affiliation}</span>
                  <Anchor href={`mailto:${email}`} fz="inherit">
                    {email}
                  </Anchor>
                </>
              }
              details={
                <DetailFields
                  rows={[
                    ['Name', name],
                    ['E-mail', email],
                    ['Affiliation', affiliation],
                    orcid !== null && [ORCID_LABEL, <OrcidLink key="orcid" orcid={orcid} />],
                  ]}
                />
              }
            />
            <Section title="Proposals" aside={counted(created_proposal.length)}>
              <DataTable
                label="Proposals"
                rows={created_proposal}
                rowKey={(row) => row.id}
                empty={<EmptyState title="This proposer has no proposal yet." />}
                columns={[
                  { header: 'ID', cell: (row) => row.id },
                  { header: 'Term', cell: (row) => termLabel(row.term_id) },
                  {
                    header: 'Title',
                    cell: (row) => (
                      <ScreenLink to={address('/proposals/detail/$id', { id: row.id })}>
                        {row.title || '-'}
                      </ScreenLink>
                    ),
                  },
                  {
                    header: 'Status',
                    cell: (row) => submittedOrNot(row.status),
                  },
                  { header: 'Global Score', cell: (row) => <GlobalScore score={row.global_score} /> },
                ]}
              />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  )
}
