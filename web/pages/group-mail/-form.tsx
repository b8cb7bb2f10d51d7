import { Group, Input, Stack, Textarea, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Address } from '#domain/address.ts'
import type { Destination, GroupMailDetail } from '#domain/mail/contract.ts'
import type { ReconciledDraft } from '#web/lib/drafts/draft.ts'
import type { EndpointFormState } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { MessageDialog, WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Destinations, ImportAddress, PickGroup, type SelectableUser } from './-destinations.tsx'
import { Preview, type PreviewRecipient } from './-preview.tsx'

const HINT =
  "#name# and #affiliation# are replaced with each recipient's own values; so are #title# (the recipient's proposal in the current call) and #samples# (the samples confirmed for it). No other #placeholder# is accepted."

const NOBODY: readonly Destination[] = []

interface GroupMailFormProps {
  form: EndpointFormState<Values>
  /** All users who can be chosen. */
  allUsers: readonly SelectableUser[]
  /** The saved destinations, with the values of their placeholders. */
  savedDestinations?: readonly Destination[]
  /** Target of Cancel. */
  cancel: Address
  /** Shows the message that it is saved, with Back. */
  saved: boolean
  onBack: () => void
}

export function GroupMailForm(props: GroupMailFormProps) {
  const { form, allUsers: everybody, savedDestinations: known = NOBODY, cancel, saved, onBack } = props
  const { fields } = form
  const { destinations, ...words } = fields.getValues()
  const looked = useValues(destinations, known)
  const users = useMemo(
    () => findUsers(destinations, everybody, [...known, ...looked]),
    [destinations, everybody, known, looked],
  )
  const choose = (ids: readonly number[]) =>
    fields.setFieldValue('destinations', [...new Set([...destinations, ...ids])])
  const remove = ({ id }: SelectableUser) =>
    fields.setFieldValue(
      'destinations',
      destinations.filter((one) => one !== id),
    )
  return (
    <EndpointForm form={form}>
      <Stack gap="md">
        <Section>
          <Stack gap="md" maw={760}>
            <TextInput label="Title" withAsterisk {...fields.getInputProps('title')} />
            <Textarea
              label="Content"
              description={HINT}
              autosize
              minRows={8}
              maxRows={24}
              {...fields.getInputProps('content')}
            />
            <TextInput
              label="Bcc"
              description="E-mail addresses separated by commas. Together they receive one copy, in which placeholders are not replaced."
              {...fields.getInputProps('bcc')}
            />
            <TextInput label="Reply To Address" {...fields.getInputProps('reply_to_address')} />
            <TextInput
              label="Reply To Name"
              description="Shown with the Reply To Address."
              {...fields.getInputProps('reply_to_name')}
            />
          </Stack>
        </Section>
        <Section title="Destination">
          <Stack gap="md">
            <div>
              <Destinations users={users} onRemove={remove} />
              <Input.Error fz="sm">{fields.errors.destinations}</Input.Error>
            </div>
            <ImportAddress allUsers={everybody} onImport={choose} />
            <PickGroup onPick={choose} />
          </Stack>
        </Section>
        <Preview words={words} users={users} />
        <Group gap="sm">
          <WriteButton type="submit" loading={form.waiting}>
            Save
          </WriteButton>
          <LinkButton to={cancel} variant="default" disabled={form.waiting}>
            Cancel
          </LinkButton>
        </Group>
      </Stack>
      <WaitingDialog open={form.waiting} />
      <MessageDialog open={saved} button="Back" onClose={onBack}>
        Saved successfully
      </MessageDialog>
    </EndpointForm>
  )
}

/** More are looked up when the group mail is saved. */
const MAX_LOOKED_UP = 2000

/** The values of the placeholders for destinations that are not saved yet. */
function useValues(ids: readonly number[], known: readonly Destination[]): readonly Destination[] {
  const unknown = useMemo(() => {
    const saved = new Set(known.map(({ id }) => id))
    return ids.filter((id) => !saved.has(id)).slice(0, MAX_LOOKED_UP)
  }, [ids, known])
  const { data } = useQuery({
    queryKey: [...api.mail.values.key({ body: { destinations: [] } }), unknown],
    queryFn: () => api.mail.values({ body: { destinations: unknown } }),
    enabled: unknown.length > 0,
    placeholderData: keepPreviousData,
    // The form can be filled in without.
    meta: { own: 'all' },
  })
  return data ?? NOBODY
}

/** The users with these ids, in the order of the ids. */
function findUsers(
  ids: readonly number[],
  everybody: readonly SelectableUser[],
  known: readonly Destination[],
): (SelectableUser & PreviewRecipient)[] {
  const users = new Map<number, SelectableUser & PreviewRecipient>(
    everybody.map((user) => [user.id, { ...user, title: null, samples: [], isUnknown: true }]),
  )
  for (const user of known) users.set(user.id, user)
  return ids.flatMap((id) => users.get(id) ?? [])
}

/** The values of the form; `destinations` are user ids. */
interface Values {
  title: string
  content: string
  bcc: string
  reply_to_address: string
  reply_to_name: string
  destinations: number[]
}

interface SavedValues extends Values {
  version: number
}

export const EMPTY_VALUES: Values = {
  title: '',
  content: '',
  bcc: '',
  reply_to_address: '',
  reply_to_name: '',
  destinations: [],
}

export const valuesOf = (mail: GroupMailDetail): SavedValues => ({
  title: mail.title,
  content: mail.content,
  bcc: mail.bcc,
  reply_to_address: mail.reply_to_address,
  reply_to_name: mail.reply_to_name,
  destinations: mail.users.map(({ id }) => id),
  version: mail.version,
})

/** Removes destinations from a restored draft whose accounts no longer exist. */
export function reconcileDestinations<V extends Values>(
  values: V,
  everybody: readonly { id: number }[],
): ReconciledDraft<V> {
  const existing = new Set(everybody.map(({ id }) => id))
  const destinations = values.destinations.filter((id) => existing.has(id))
  const removed = values.destinations.length - destinations.length
  return {
    values: { ...values, destinations },
    lost:
      removed === 0
        ? []
        : [`${removed} of the destinations no longer ${removed === 1 ? 'has' : 'have'} an account.`],
  }
}
