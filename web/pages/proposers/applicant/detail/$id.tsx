import { Anchor } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { address } from '#domain/address.ts'
import type { ApplicantDetail } from '#domain/applicants/contract.ts'
import { NOTICE_LABEL, type NoticeField } from '#domain/applicants/fields.ts'
import { applicantStatus } from '#domain/applicants/status.ts'
import { labelOf } from '#domain/masters/values.ts'
import { ORCID_LABEL } from '#domain/orcid.ts'
import { termLabel, time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { usePreviousNext } from '#web/lib/lists/previous_next.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { HistoryLink, LinkedText, ScreenLink } from '#web/ui/actions/links.tsx'
import { EarlierLoans } from '#web/ui/custody/earlier_loans.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { ObjectHead } from '#web/ui/layout/object_head.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { PreviousNextLinks } from '#web/ui/layout/previous_next.tsx'
import { DetailFields, Section } from '#web/ui/layout/section.tsx'
import { StatusChip, TermTag } from '#web/ui/text/chips.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { OrcidLink } from '#web/ui/text/orcid.tsx'
import { CollaboratorList } from '#web/ui/text/people.tsx'
import { Decisions } from './-decisions.tsx'

export const Route = createFileRoute('/proposers/applicant/detail/$id')({
  loader: loadById(api.applicants.get),
  component: Applicant,
})

const detail = (id: number) => address('/proposers/applicant/detail/$id', { id })

function Applicant() {
  const { id } = Route.useParams()
  const query = useCall(api.applicants.get, { params: { id } })
  const listPosition = usePreviousNext({
    path: '/proposers/applicant',
    list: api.applicants.list,
    idOf: (row) => row.id,
    id: Number(id),
  })
  const { prevID = null, nextID = null } = query.data ?? {}
  return (
    <Page
      title={query.data?.name ?? 'Applicant Detail'}
      object={query.data?.name}
      breadcrumbs={[['Applicant', address('/proposers/applicant')], ['Applicant Detail']]}
      actions={
        <>
          <HistoryLink object="applicant" id={id} />
          <PreviousNextLinks
            what="applicant"
            previous={prevID}
            next={nextID}
            to={detail}
            listPosition={listPosition}
          />
        </>
      }
    >
      <Loaded query={query}>
        {(applicant) => (
          <>
            <Head of={applicant} />
            <Namesakes of={applicant} />
            <EarlierLoans email={applicant.email} />
            <Notice of={applicant} />
            <Decisions applicant={applicant} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** The applicant on one line; all details folded. */
const Head = ({ of: applicant }: { of: ApplicantDetail }) => (
  <ObjectHead
    identity={
      <>
        <span>{applicant.affiliation}</span>
        <Anchor href={`mailto:${applicant.email}`} fz="inherit">
          {applicant.email}
        </Anchor>
        <span>{`applied ${time(applicant.created_at)}`}</span>
      </>
    }
    chips={
      <>
        <StatusChip colour={applicantStatus.colour(applicant.status)}>
          {applicantStatus.label(applicant.status)}
        </StatusChip>
        <TermTag>{termLabel(applicant.term_id)}</TermTag>
      </>
    }
    details={
      <DetailFields
        rows={[
          ['Status', applicantStatus.label(applicant.status)],
          ['Term', termLabel(applicant.term_id)],
          [`Application date (${zoneName()})`, time(applicant.created_at)],
          ['Name', applicant.name],
          ['E-mail', applicant.email],
          ['Affiliation', applicant.affiliation],
          applicant.orcid !== null && [ORCID_LABEL, <OrcidLink key="orcid" orcid={applicant.orcid} />],
          applicant.user_id !== null && [
            'Proposer',
            <ScreenLink key="proposer" to={address('/proposers/detail/$id', { id: applicant.user_id })}>
              Proposer Detail
            </ScreenLink>,
          ],
        ]}
      />
    }
  />
)

/** The notice itself, the basis of the decision. */
function Notice({ of: applicant }: { of: ApplicantDetail }) {
  const values: Record<NoticeField, ReactNode> = {
    proposal_title: applicant.proposal_title,
    proposal_abstract: applicant.proposal_abstract && <LinkedText>{applicant.proposal_abstract}</LinkedText>,
    early_career: labelOf('early_career_type', applicant.early_career),
    collaborators: <CollaboratorList people={applicant.applicant_collaborator} />,
  }
  return (
    <Section>
      <DetailFields
        rows={Object.entries(values).map(([name, value]) => [NOTICE_LABEL[name as NoticeField], value])}
      />
    </Section>
  )
}

/** Other applicants of the term who may be the same person. */
const Namesakes = ({ of: { namesakes, term_id } }: { of: ApplicantDetail }) =>
  namesakes.length > 0 && (
    <Note kind="warn" title={`Possible duplicates in ${termLabel(term_id)}`}>
      {namesakes.map(({ id, name, email, status, shares }) => (
        <Fragment key={id}>
          <ScreenLink to={detail(id)}>{`${name} (${email})`}</ScreenLink>
          {`: same ${shares.map((what) => (what === 'email' ? 'e-mail' : what)).join(' and ')}, ${applicantStatus.label(status)}`}
          <br />
        </Fragment>
      ))}
    </Note>
  )
