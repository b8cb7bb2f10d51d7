import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { GroupMailDetail } from '#domain/mail/contract.ts'
import { groupMailStatus } from '#domain/mail/status.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { HistoryLink, LinkedText } from '#web/ui/actions/links.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { PreviousNextLinks } from '#web/ui/layout/previous_next.tsx'
import { DetailFields, Section } from '#web/ui/layout/section.tsx'
import { Destinations } from '../-destinations.tsx'
import { Preview } from '../-preview.tsx'
import { Delivery, MailStatus } from '../-progress.tsx'
import { Actions } from './-actions.tsx'

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
      title="Group Mail"
      object={query.data?.title}
      breadcrumbs={[['Group Mail', address('/group-mail')], ['Detail']]}
      actions={
        <>
          <HistoryLink object="group_mail" id={id} />
          <PreviousNextLinks what="group mail" previous={prevID} next={nextID} to={detail} />
        </>
      }
    >
      <Loaded query={query}>{(mail) => <Whole key={mail.id} mail={mail} />}</Loaded>
    </Page>
  )
}

function Whole({ mail }: { mail: GroupMailDetail }) {
  const { progress } = mail
  const open = mail.transmission_status === groupMailStatus.code.UNSENT && mail.disabled === 0
  return (
    <>
      {open && <Actions mail={mail} />}
      {progress && <Delivery of={mail} progress={progress} />}
      <Facts of={mail} />
      {open && <Preview title={mail.title} content={mail.content} users={mail.users} />}
      <Section title="Destinations">
        <Destinations users={mail.users} />
      </Section>
    </>
  )
}

const Facts = ({ of: mail }: { of: GroupMailDetail }) => (
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
        [`Transmission Date (${zoneName()})`, time(mail.transmission_date)],
      ]}
    />
  </Section>
)
