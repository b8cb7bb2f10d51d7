import { Button, Group, Text } from '@mantine/core'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { address } from '#domain/address.ts'
import { NoticeInput } from '#domain/applicants/contract.ts'
import { NOTICE_LABEL, type NoticeField } from '#domain/applicants/fields.ts'
import { answerSentence } from '#domain/applicants/rules.ts'
import { labelOf } from '#domain/masters/values.ts'
import { ORCID_LABEL } from '#domain/orcid.ts'
import { fullName } from '#domain/users/person.ts'
import {
  endDraft,
  ownDraftName,
  readDraft,
  sameValues,
  subscribeToDraft,
} from '#web/lib/drafts/draft_store.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { target, useGo } from '#web/lib/routing/navigation.ts'
import { useOptionalUser } from '#web/lib/session/session.ts'
import { LinkButton, LinkedText } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { MessageDialog, WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import type { NoticeValues } from '#web/ui/forms/notice_fields.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { DetailFields, Section } from '#web/ui/layout/section.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { OrcidLink } from '#web/ui/text/orcid.tsx'
import { CollaboratorList } from '#web/ui/text/people.tsx'
import { useExits } from '../-notice_page.tsx'

export const Route = createFileRoute('/applicants/confirm/')({ component: ConfirmNotice })

/** Shows the draft of the Notice before it is sent; without a complete one it opens the form. */
function ConfirmNotice() {
  const user = useOptionalUser()
  const [draft] = useState(() => ownDraftName(user, 'notice'))
  const [notice, setNotice] = useState(() => parseNotice(readDraft<NoticeValues>(draft)?.values))
  const orcid = useCall(api.providers.noticeIdentity, {}, { staleTime: 0 }).data?.orcid ?? null
  const [sentElsewhere, setSentElsewhere] = useState(false)
  // The form may be open in another tab: follow its changes, and send nothing twice.
  useEffect(
    () =>
      subscribeToDraft<NoticeValues>(draft, ({ values, ended }) => {
        if (ended === 'saved') setSentElsewhere(true)
        else setNotice(parseNotice(values))
      }),
    [draft],
  )
  if (sentElsewhere) return <SentElsewhere />
  if (!notice) return <Navigate {...target(address('/applicants/create'))} replace />
  // Changes made in another tab during the request were not sent, so they stay in the draft.
  const endSentDraft = (sent: NoticeInput) => {
    if (sameValues(parseNotice(readDraft<NoticeValues>(draft)?.values), sent)) endDraft(draft, 'saved', {})
  }
  return (
    <Page title="Notice of Intent confirm">
      <Review notice={notice} orcid={orcid} />
      <SendButtons notice={notice} orcid={orcid} onSent={endSentDraft} />
    </Page>
  )
}

/** The body that the form would send; undefined if it is incomplete. */
const parseNotice = (values: NoticeValues | undefined): NoticeInput | undefined =>
  NoticeInput.safeParse({ ...values, methods: 'add' }).data

function SentElsewhere() {
  const { cancel: top } = useExits()
  return (
    <Page title="Notice of Intent confirm">
      <Note title="This application has been sent successfully in another tab." />
      <div>
        <LinkButton to={top} variant="default">
          Back to TOP
        </LinkButton>
      </div>
    </Page>
  )
}

/** The rows of the notice itself; the collaborators have a section of their own. */
function noticeRows(notice: NoticeInput) {
  const values: Record<Exclude<NoticeField, 'collaborators'>, ReactNode> = {
    early_career: labelOf('early_career_type', notice.early_career),
    proposal_title: notice.proposal_title,
    proposal_abstract: notice.proposal_abstract && <LinkedText>{notice.proposal_abstract}</LinkedText>,
  }
  return Object.entries(values).map(([name, value]) => [NOTICE_LABEL[name as NoticeField], value] as const)
}

interface ReviewProps {
  notice: NoticeInput
  /** The iD that this browser has signed in with. */
  orcid: string | null
}

const Review = ({ notice, orcid }: ReviewProps) => (
  <>
    <Section title="Proposer">
      <DetailFields
        rows={[
          ['Name', fullName(notice)],
          ['First Name', notice.first_name],
          ['Middle Name', notice.middle_name],
          ['Last Name', notice.last_name],
          ['Suffix', notice.suffix],
          ['E-mail', notice.email],
          orcid !== null && [ORCID_LABEL, <OrcidLink key="orcid" orcid={orcid} />],
          ['Affiliation', notice.affiliation],
          ...noticeRows(notice),
        ]}
      />
    </Section>
    <Section title="Collaborator">
      <CollaboratorList people={notice.collaborators.map((one) => ({ ...one, name: fullName(one) }))} />
    </Section>
  </>
)

interface SendButtonsProps extends ReviewProps {
  onSent: (sent: NoticeInput) => void
}

function SendButtons({ notice, orcid, onSent }: SendButtonsProps) {
  const go = useGo()
  const { cancel: top } = useExits()
  const answerDays = useCall(api.masters.noticeAnswerDays).data ?? 0
  const [sent, setSent] = useState(false)
  const send = useAction(api.applicants.create, {
    success: false,
    onDone: () => {
      onSent(notice)
      setSent(true)
    },
  })
  return (
    <Group gap="sm">
      <WriteButton
        disabled={send.pending || sent}
        onClick={() => void send.run({ body: { ...notice, orcid } })}
      >
        Send
      </WriteButton>
      <Button
        variant="default"
        disabled={send.pending || sent}
        onClick={() => void go(address('/applicants/create'))}
      >
        Return
      </Button>
      <WaitingDialog open={send.pending} />
      <MessageDialog open={sent} button="Back to TOP" onClose={() => void go(top)}>
        This application has been sent successfully
        <Text size="sm" mt="xs">
          {`We have e-mailed a confirmation to ${notice.email}. ${answerSentence(answerDays)}`.trim()}
        </Text>
      </MessageDialog>
    </Group>
  )
}
