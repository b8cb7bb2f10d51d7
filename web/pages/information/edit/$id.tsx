import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { Announcement } from '#domain/information/contract.ts'
import { labelOf } from '#domain/masters/values.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { HistoryLink } from '#web/ui/actions/links.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { InformationForm, useBackToList, valuesOf } from '../-form.tsx'

export const Route = createFileRoute('/information/edit/$id')({
  loader: loadById(api.information.get),
  component: EditInformation,
})

function EditInformation() {
  const { id } = Route.useParams()
  const item = useCall(api.information.get, { params: { id } })
  return (
    <Page
      title="Edit Information"
      breadcrumbs={[['Information', address('/information')], ['Edit']]}
      actions={<HistoryLink object="information" id={id} />}
    >
      <Loaded query={item} fresh>
        {(announcement) => <Edit key={announcement.id} announcement={announcement} />}
      </Loaded>
    </Page>
  )
}

function Edit({ announcement }: { announcement: Announcement }) {
  const { id } = announcement
  const back = useBackToList()
  const form = useEndpointForm(api.information.save, {
    initial: valuesOf(announcement),
    input: { params: { id } },
    draft: `information/${id}`,
    conflict: {
      load: async () => valuesOf(await api.information.get({ params: { id } })),
      words: { target: (code) => labelOf('information_target_list', Number(code)) },
      labels: { target: 'Target' },
    },
    onDone: back.begin,
  })
  return <InformationForm form={form} leaving={back.pausing} clearable />
}
