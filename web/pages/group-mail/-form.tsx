import { Button, Group, Input, Stack, Textarea, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { Address } from '#domain/address.ts'
import type { Destination, GroupMailDetail } from '#domain/mail/contract.ts'
import type { ReconciledDraft } from '#web/lib/drafts/draft.ts'
import type { EndpointFormState } from '#web/lib/forms/endpoint_form.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { MessageDialog, WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { type Chosen, Destinations, ImportAddress, PickGroup } from './-destinations.tsx'
import { type Addressee, Preview } from './-preview.tsx'

const HINT =
  "#name# and #affiliation# are replaced with each recipient's own values; so are #title#, of the recipient's proposal of the current term, and #samples#, the samples that are confirmed for it."

const NOBODY: readonly Destination[] = []

interface GroupMailFormProps {
  form: EndpointFormState<Values>
  /** Everybody who can be chosen. */
  everybody: readonly Chosen[]
  /** The destinations as they are saved, with what is looked up of each. */
  known?: readonly Destination[]
  /** Where Cancel leads. */
  cancel: Address
  /** It is saved; Back leads on. */
  saved: boolean
  onBack: () => void
}

/** The form of a group mail: what it says, to whom it goes, and what each of them will read. */
export function GroupMailForm(props: GroupMailFormProps) {
  const { form, everybody, known = NOBODY, cancel, saved, onBack } = props
  const { fields } = form
  const { title, content, destinations } = fields.getValues()
  const users = useMemo(() => resolve(destinations, everybody, known), [destinations, everybody, known])
  const choose = (ids: readonly number[]) =>
    fields.setFieldValue('destinations', [...new Set([...destinations, ...ids])])
  const remove = ({ id }: Chosen) =>
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
              description="E-mail addresses with commas between them; they get one copy in all."
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
            <ImportAddress everybody={everybody} onImport={choose} />
            <PickGroup onPick={choose} />
          </Stack>
        </Section>
        <Preview title={title} content={content} users={users} />
        <Group gap="sm">
          <Button type="submit" loading={form.waiting}>
            Save
          </Button>
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

/** The users behind the chosen ids, in their order. */
function resolve(
  ids: readonly number[],
  everybody: readonly Chosen[],
  known: readonly Destination[],
): (Chosen & Addressee)[] {
  const users = new Map<number, Chosen & Addressee>(
    everybody.map((user) => [user.id, { ...user, title: null, samples: [], fresh: true }]),
  )
  for (const user of known) users.set(user.id, user)
  return ids.flatMap((id) => users.get(id) ?? [])
}

/** A group mail as its form holds it: destinations by their ids. */
interface Values {
  title: string
  content: string
  bcc: string
  reply_to_address: string
  reply_to_name: string
  destinations: number[]
}

/** One that is there already, with the version that the form was loaded with. */
interface SavedValues extends Values {
  version: number
}

export const EMPTY: Values = {
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

/** What of a restored draft can still be written to: an account may have gone since. */
export function restorable<V extends Values>(
  values: V,
  everybody: readonly { id: number }[],
): ReconciledDraft<V> {
  const there = new Set(everybody.map(({ id }) => id))
  const destinations = values.destinations.filter((id) => there.has(id))
  const gone = values.destinations.length - destinations.length
  return {
    values: { ...values, destinations },
    lost:
      gone === 0 ? [] : [`${gone} of the destinations ${gone === 1 ? 'has' : 'have'} no account any more.`],
  }
}
