import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { InformationForm, newValues, useBackToList } from '../-form.tsx'

export const Route = createFileRoute('/information/add/')({ component: AddInformation })

function AddInformation() {
  const back = useBackToList()
  const form = useEndpointForm(api.information.add, {
    initial: newValues(),
    draft: 'information/add',
    onDone: back.begin,
  })
  return (
    <Page title="Add Information" breadcrumbs={[['Information', address('/information')], ['Add']]}>
      <InformationForm form={form} leaving={back.pausing} />
    </Page>
  )
}
