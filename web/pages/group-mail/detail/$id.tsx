import { Group, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { GroupMailDetail } from '#domain/mail/contract.ts'
import { whyNotDelete, whyNotSend } from '#domain/mail/rules.ts'
import { groupMailStatus } from '#domain/mail/status.ts'
import { zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { HistoryLink, LinkButton, LinkedText } from '#web/ui/actions/links.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { PreviousNextLinks } from '#web/ui/layout/previous_next.tsx'
import { DetailFields, Section } from '#web/ui/layout/section.tsx'
import { Destinations } from '../-destinations.tsx'
import { Preview } from '../-preview.tsx'
import { Delivery, MailStatus, transmissionDate } from '../-progress.tsx'
import { PendingSendNote, SendAtButton } from '../-send_at.tsx'
import { SendDetails } from '../-send_details.tsx'

export const Route = createFileRoute('/group-mail/detail/$id')({
  loader: loadById(api.mail.get),
  component: GroupMail,
})

const detail = (id: number) => address('/group-mail/detail/$id', { id })

function GroupMail() {
  const { id } = Route.useParams()
  const query = useCall(api.mail.get, { params: { id } })
  const { prevID = null, nextID = null } = query.data ?? {}
  return (
    <Page
      title={query.data?.title ?? 'Group Mail'}
      object={query.data?.title}
      breadcrumbs={[['Group Mail', address('/group-mail')], ['Detail']]}
      actions={
        <>
          <HistoryLink object="group_mail" id={id} />
          <PreviousNextLinks what="group mail" previous={prevID} next={nextID} to={detail} />
        </>
      }
    >
      <Loaded query={query}>{(mail) => <GroupMailSections key={mail.id} mail={mail} />}</Loaded>
    </Page>
  )
}

function GroupMailSections({ mail }: { mail: GroupMailDetail }) {
  const { progress } = mail
  const open = mail.transmission_status === groupMailStatus.code.UNSENT && mail.disabled === 0
  return (
    <>
      {open && <Actions mail={mail} />}
      {open && <PendingSendNote mail={mail} />}
      {progress && <Delivery of={mail} progress={progress} />}
      <GroupMailFields of={mail} />
      {open && <Preview words={mail} users={mail.users} />}
      <Section title="Destinations">
        <Destinations users={mail.users} />
      </Section>
    </>
  )
}

/** Actions on an unsent group mail. */
function Actions({ mail }: { mail: GroupMailDetail }) {
  const { id, users, version } = mail
  const facts = { ...mail, disabled: mail.disabled === 1 }
  const go = useGo()
  const ask = useConfirm()
  const send = useAction(api.mail.send)
  const remove = useAction(api.mail.remove, { onDone: () => void go(address('/group-mail')) })
  return (
    <Group gap="sm">
      <LinkButton to={address('/group-mail/edit/$id', { id })} variant="default">
        Edit
      </LinkButton>
      <ButtonWithReason
        why={whyNotSend(facts, users)}
        onClick={() =>
          ask({
            question: 'Do you send this group mail?',
            details: <SendDetails mail={mail} />,
            act: () => send.run({ params: { id }, body: { version } }),
          })
        }
      >
        Send
      </ButtonWithReason>
      {!mail.pending && <SendAtButton mail={mail} />}
      <ButtonWithReason
        variant="default"
        color="red"
        why={whyNotDelete(facts)}
        onClick={() =>
          ask({
            question: 'Do you delete this group mail?',
            details: (
              <>
                <Text size="sm" mb="xs">
                  It stays in the list, but can no longer be changed or sent.
                </Text>
                <MailRecipients of={api.mail.remove} to={{}} />
              </>
            ),
            act: () => remove.run({ params: { id } }),
          })
        }
      >
        Delete
      </ButtonWithReason>
    </Group>
  )
}

const GroupMailFields = ({ of: mail }: { of: GroupMailDetail }) => (
  <Section>
    <DetailFields
      rows={[
        ['Title', mail.title],
        ['Content', mail.content && <LinkedText>{mail.content}</LinkedText>],
        ['Bcc', mail.bcc || 'none'],
        ['Reply To Address', mail.reply_to_address || 'none'],
        ['Reply To Name', mail.reply_to_name || 'none'],
        ['Sender', `${mail.sender.name} / ${mail.sender.email}`],
        ['Status', <MailStatus key="status" of={mail} />],
        [`Transmission Date (${zoneName()})`, transmissionDate(mail)],
      ]}
    />
  </Section>
)
