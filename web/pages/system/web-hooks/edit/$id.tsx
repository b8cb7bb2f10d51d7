import { Button, Group, Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { durationText } from '#domain/session/durations.ts'
import type { WebHook } from '#domain/web_hooks/contract.ts'
import { webHookState } from '#domain/web_hooks/status.ts'
import { time } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { HistoryLink, LinkButton } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { DetailFields, Section } from '#web/ui/layout/section.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { HOME, hookBreadcrumbs } from '../-breadcrumbs.ts'
import { WebHookFields } from '../-fields.tsx'
import { HookActions } from './-hook_actions.tsx'

export const Route = createFileRoute('/system/web-hooks/edit/$id')({
  loader: loadById(api.webHooks.get),
  component: EditWebHook,
})

function EditWebHook() {
  const { id } = Route.useParams()
  const query = useCall(api.webHooks.get, { params: { id } }, { staleTime: 0 })
  return (
    <Page
      title="Edit web hook"
      object={query.data?.name}
      breadcrumbs={hookBreadcrumbs(['Edit'])}
      actions={
        <>
          <LinkButton
            variant="default"
            to={address('/system/web-hooks/deliveries', {}, { hook_id: Number(id) })}
          >
            Deliveries
          </LinkButton>
          <HistoryLink object="web_hook" id={id} />
        </>
      }
    >
      <Loaded query={query} fresh>
        {(hook) => (
          <>
            <StateNote of={hook} />
            <State of={hook} />
            <EditForm key={hook.version} of={hook} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const { FAILING, RESTORED } = webHookState.code

/** Why the system has switched it off, and what to do. */
function StateNote({ of: { state } }: { of: WebHook }) {
  if (state === FAILING)
    return (
      <Note kind="warn" title="This web hook was switched off.">
        {`No delivery had succeeded for ${durationText('web_hook_failing')}. Send a test event, then switch it on: waiting events, which are kept for ${durationText('web_hook_delivery')}, are sent then. Events that happen while it is off are not sent.`}
      </Note>
    )
  if (state === RESTORED)
    return (
      <Note kind="warn" title="This web hook is off since a backup was restored.">
        Switch it on where this is the installation that is to send. What waited when the backup was taken is
        held under Deliveries as failed, because it may have been sent since.
      </Note>
    )
  return null
}

const State = ({ of: hook }: { of: WebHook }) => (
  <Section title="State">
    <Stack gap="md">
      <DetailFields
        rows={[
          [
            'State',
            <StatusChip key="state" colour={webHookState.colour(hook.state)}>
              {webHookState.label(hook.state)}
            </StatusChip>,
          ],
          ['Last delivered', hook.delivered_at && time(hook.delivered_at)],
          hook.failing_since !== null && ['Failing since', time(hook.failing_since)],
          ['Waiting, failed', `${hook.waiting}, ${hook.failed}`],
          hook.previous_until !== null && ['Old secret signs until', time(hook.previous_until)],
          [
            'Address entered by',
            `${hook.url_by ?? '-'}. Results of proposals with which they have a conflict of interest are not sent.`,
          ],
        ]}
      />
      <HookActions of={hook} />
    </Stack>
  </Section>
)

const valuesOf = ({ name, url, events, version }: WebHook) => ({
  ...{ name, url, version },
  events: events as string[],
})

function EditForm({ of: hook }: { of: WebHook }) {
  const go = useGo()
  const params = { id: hook.id }
  const form = useEndpointForm(api.webHooks.save, {
    initial: valuesOf(hook),
    input: { params },
    conflict: { load: async () => valuesOf(await api.webHooks.get({ params })) },
  })
  return (
    <EndpointForm form={form}>
      <Section title={hook.name}>
        <Stack gap="md" maw={640}>
          <WebHookFields form={form} addressNote="If you change it, waiting events go to the new address." />
          <Group gap="sm">
            <WriteButton type="submit" loading={form.waiting}>
              Save
            </WriteButton>
            <Button variant="default" onClick={() => void go(HOME)}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </Section>
    </EndpointForm>
  )
}
