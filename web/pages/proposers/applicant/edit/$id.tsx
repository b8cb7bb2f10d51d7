import { Button, Group, Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { ApplicantDetail } from '#domain/applicants/contract.ts'
import { NOTICE_LABEL } from '#domain/applicants/fields.ts'
import { whyNotEdit } from '#domain/applicants/rules.ts'
import { labelOf } from '#domain/masters/values.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { NoticeFields, type NoticeValues } from '#web/ui/forms/notice_fields.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Note } from '#web/ui/text/note.tsx'

export const Route = createFileRoute('/proposers/applicant/edit/$id')({
  loader: loadById(api.applicants.edit),
  component: EditApplicant,
})

function EditApplicant() {
  const { id } = Route.useParams()
  const applicant = useCall(api.applicants.edit, { params: { id } })
  return (
    <Page
      title="Registration Form (Notice of Intent)"
      breadcrumbs={[
        ['Applicant', address('/proposers/applicant')],
        ['Applicant Detail', address('/proposers/applicant/detail/$id', { id })],
        ['Edit'],
      ]}
    >
      <Loaded query={applicant} fresh>
        {(data) => <ApplicantForm key={data.id} applicant={data} />}
      </Loaded>
    </Page>
  )
}

const personFields = ({
  first_name,
  middle_name,
  last_name,
  suffix,
  email,
  affiliation,
}: Omit<ApplicantDetail['applicant_collaborator'][number], 'id' | 'name'>) => ({
  first_name,
  middle_name,
  last_name,
  suffix,
  email,
  affiliation,
})

const valuesOf = (applicant: ApplicantDetail): NoticeValues & { version: number } => ({
  ...personFields(applicant),
  early_career: String(applicant.early_career),
  proposal_title: applicant.proposal_title,
  proposal_abstract: applicant.proposal_abstract,
  collaborators: applicant.applicant_collaborator.map(personFields),
  version: applicant.version,
})

function ApplicantForm({ applicant }: { applicant: ApplicantDetail }) {
  const go = useGo()
  const detail = address('/proposers/applicant/detail/$id', { id: applicant.id })
  const form = useEndpointForm(api.applicants.save, {
    initial: valuesOf(applicant),
    input: { params: { id: applicant.id } },
    toBody: (values) => ({ ...values, methods: 'validate' }),
    draft: `applicants/${applicant.id}`,
    conflict: {
      load: async () => valuesOf(await api.applicants.edit({ params: { id: applicant.id } })),
      words: { early_career: (code) => labelOf('early_career_type', Number(code)) },
      labels: { early_career: NOTICE_LABEL.early_career, collaborators: NOTICE_LABEL.collaborators },
    },
    onDone: () => void go(detail),
  })
  const why = whyNotEdit(applicant.status, applicant.term, new Date())
  // A form that is open keeps what was typed: the window may close meanwhile.
  const [opened] = useState(why === null)
  if (why && !opened)
    return (
      <>
        <Note kind="warn" title={why} />
        <div>
          <LinkButton to={detail} variant="default">
            Back
          </LinkButton>
        </div>
      </>
    )
  return (
    <EndpointForm form={form}>
      <Stack gap="md">
        {why && <Note kind="warn" title={why} />}
        <NoticeFields form={form.fields} />
        <Group gap="sm">
          <WriteButton type="submit" loading={form.waiting} disabled={why !== null}>
            Save
          </WriteButton>
          <Button variant="default" onClick={() => void go(detail)}>
            Cancel
          </Button>
        </Group>
      </Stack>
      <WaitingDialog open={form.waiting} />
    </EndpointForm>
  )
}
