import { Button, Checkbox, Group, NumberInput, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { SystemContract } from '#domain/contract.ts'
import type { ReplyOf } from '#domain/endpoint.ts'
import {
  GROUPS,
  SETTINGS,
  type SettingName,
  type SettingValues,
  settingsIn,
} from '#domain/masters/settings.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { load } from '#web/lib/routing/loaders.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { masterBreadcrumbs } from '../-breadcrumbs.ts'

export const Route = createFileRoute('/masters/settings/')({
  loader: load(api.masters.settings),
  component: Settings,
})

function Settings() {
  const settings = useCall(api.masters.settings, {}, { staleTime: 0 })
  return (
    <Page title="Settings" breadcrumbs={masterBreadcrumbs(['Settings'])}>
      <Loaded query={settings} fresh>
        {(data) => <SettingsForm key={data.version} initial={valuesOf(data)} />}
      </Loaded>
    </Page>
  )
}

type Values = SettingValues & { version: number }

const valuesOf = ({
  setup: _,
  base_url: __,
  sender: ___,
  ...values
}: ReplyOf<SystemContract['masters']['settings']>): Values => values

function SettingsForm({ initial }: { initial: Values }) {
  const go = useGo()
  const back = () => void go(address('/masters'))
  const form = useEndpointForm(api.masters.saveSettings, {
    initial,
    draft: 'settings',
    conflict: { load: async () => valuesOf(await api.masters.settings()) },
    onDone: back,
  })
  return (
    <EndpointForm form={form}>
      <Stack gap="md" maw={900}>
        {(Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((group) => (
          <Section key={group} title={GROUPS[group]}>
            <Stack gap="sm">
              {settingsIn(group).map((name) => (
                <SettingField key={name} name={name} fields={form.fields} />
              ))}
            </Stack>
          </Section>
        ))}
        <Group gap="sm">
          <WriteButton type="submit" loading={form.waiting}>
            Save
          </WriteButton>
          <Button variant="default" onClick={back}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </EndpointForm>
  )
}

interface FieldProps {
  name: SettingName
  fields: UseFormReturnType<Values>
}

/** The control of a setting, by its kind. */
function SettingField({ name, fields }: FieldProps) {
  const setting: { kind: (typeof SETTINGS)[SettingName]['kind']; label: string; hint?: string } =
    SETTINGS[name]
  const texts = { label: setting.label, description: setting.hint }
  switch (setting.kind) {
    case 'switch':
      return (
        <>
          <Checkbox {...texts} {...fields.getInputProps(name, { type: 'checkbox' })} />
          {name === 'two_persons' && fields.values.two_persons && <AloneNote />}
        </>
      )
    case 'days':
    case 'seconds':
    case 'years':
    case 'members':
    case 'loan_days':
    case 'tolerance_ug':
    case 'tolerance_mpa':
    case 'months':
      return (
        <NumberInput
          {...texts}
          min={0}
          styles={{ wrapper: { maxWidth: 240 } }}
          {...fields.getInputProps(name)}
        />
      )
    case 'text':
      return <Textarea {...texts} autosize {...fields.getInputProps(name)} />
    default:
      return <TextInput {...texts} {...fields.getInputProps(name)} />
  }
}

/** Warns an office with one member that no one could confirm what they propose. */
function AloneNote() {
  const query = { is_admin: '1', status: 'active', per_page: '1' } as const
  const members = useCall(api.users.list, { query }).data?.total
  if (members === undefined || members > 1) return null
  return (
    <Note kind="warn">
      You are the only member of the administration office: no one could confirm what you propose.{' '}
      <ScreenLink inherit to={address('/users/add')}>
        Add another member
      </ScreenLink>{' '}
      first.
    </Note>
  )
}
