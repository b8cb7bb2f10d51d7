import { Anchor, Checkbox, Group, List, Stack, Text, Textarea } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { OwnProposal } from '#domain/proposals/contract.ts'
import { participantsOf } from '#domain/proposals/participants.ts'
import { isSubmitted } from '#domain/proposals/status.ts'
import { time } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useDownload } from '#web/lib/http/download.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useIsReadOnly } from '#web/lib/session/session.ts'
import { CsvButton } from '../actions/buttons.tsx'
import { WriteButton } from '../actions/write_button.tsx'
import { MailRecipients } from '../dialogs/mail_recipients.tsx'
import { FormDialog } from '../forms/endpoint_form.tsx'
import { Section } from '../layout/section.tsx'
import { OFFICE } from '../report/answer_request.tsx'
import { Note } from '../text/note.tsx'

/** What a proposer does with the own proposal beside writing it: keep a copy, withdraw it, let collaborators read it. */
export function OwnSubmission({ proposal }: { proposal: OwnProposal }) {
  const [withdrawing, setWithdrawing] = useState(false)
  const { id, submitted_at, status, why_not_withdraw, withdrawal } = proposal
  const submitted = isSubmitted(status)
  if (submitted_at === null && proposal.proposal_collaborator.length === 0) return null
  return (
    <Section title={submitted_at === null ? 'Collaborators' : 'Your submission'}>
      <Stack gap="sm">
        {withdrawal && <WithdrawalNote of={withdrawal} submitted={submitted} />}
        <Group gap="sm">
          {submitted_at !== null && (
            <CsvButton
              call={api.proposals.myCopy}
              input={{ params: { id } }}
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              My copy
            </CsvButton>
          )}
          {submitted && !proposal.term.disabled && (
            <WriteButton variant="default" why={why_not_withdraw} onClick={() => setWithdrawing(true)}>
              {proposal.withdraws_at_once ? 'Withdraw' : 'Ask to withdraw'}
            </WriteButton>
          )}
        </Group>
        {submitted_at !== null && <Versions proposal={proposal} />}
        <Sharing proposal={proposal} />
      </Stack>
      {withdrawing && <WithdrawDialog proposal={proposal} close={() => setWithdrawing(false)} />}
    </Section>
  )
}

/** The submitted versions; of before they were kept, what is kept instead. */
function Versions({ proposal: { id, submitted_versions, submitted_at } }: { proposal: OwnProposal }) {
  const { download } = useDownload(api.proposals.myCopy)
  const [last, ...earlier] = submitted_versions
  if (!last)
    return (
      <Text size="sm" c="dimmed">
        {`Submitted on ${time(submitted_at)}, before copies were kept: your copy shows the proposal as it is now.`}
      </Text>
    )
  return (
    <div>
      <Text size="sm" c="dimmed">
        {`Your copy is the PDF of what you submitted on ${time(last.submitted_at)}, with the attachment.`}
      </Text>
      {earlier.length > 0 && (
        <>
          <Text size="sm" mt={4}>
            Earlier submitted versions:
          </Text>
          <List size="sm">
            {earlier.map((version) => (
              <List.Item key={version.id}>
                <Anchor
                  component="button"
                  type="button"
                  fz="inherit"
                  onClick={() => void download({ params: { id }, query: { version: version.id } })}
                >
                  {time(version.submitted_at)}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </>
      )}
    </div>
  )
}

function WithdrawalNote({
  of: { granted, asked_at, decided_at, answer },
  submitted,
}: {
  of: NonNullable<OwnProposal['withdrawal']>
  submitted: boolean
}) {
  if (granted === null)
    return (
      <Note kind="warn" title={`You asked the office on ${time(asked_at)} to withdraw this proposal.`}>
        It stays submitted until the office has decided.
      </Note>
    )
  if (granted) return submitted ? null : <Note title={`Withdrawn on ${time(decided_at)}.`} />
  return (
    <Note kind="warn" title={`The office did not withdraw this proposal (${time(decided_at)}).`}>
      {answer}
    </Note>
  )
}

function WithdrawDialog({ proposal, close }: { proposal: OwnProposal; close: () => void }) {
  const direct = proposal.withdraws_at_once
  const form = useEndpointForm(api.staff.withdraw, {
    initial: { reason: '' },
    input: { params: { id: proposal.id } },
    onDone: close,
  })
  return (
    <FormDialog
      title={direct ? 'Withdraw this proposal?' : 'Ask the office to withdraw this proposal?'}
      form={form}
      close={close}
      submit={direct ? 'Withdraw' : 'Ask the office'}
    >
      <Text size="sm">
        {direct
          ? `It is no longer considered. You can change it and submit it again until ${time(proposal.term.proposals_close_at)} (UTC).`
          : 'The office decides about a withdrawal now. Until then the proposal stays submitted; once it is withdrawn, it is no longer considered.'}
      </Text>
      <Textarea label="Reason" withAsterisk autosize minRows={2} {...form.fields.getInputProps('reason')} />
      <MailRecipients
        of={api.staff.withdraw}
        to={{ participants: direct ? participantsOf(proposal) : [], office: direct ? [] : OFFICE }}
      />
    </FormDialog>
  )
}

/** Off until the proposer selects it. */
function Sharing({
  proposal: { id, term, collaborators_may_read, proposal_collaborator },
}: {
  proposal: OwnProposal
}) {
  const share = useAction(api.proposals.share)
  const readOnly = useIsReadOnly()
  if (proposal_collaborator.length === 0) return null
  return (
    <Checkbox
      label="Collaborators with an account may read this proposal"
      description="They find it on their start page. They see no reviews, and lose it when they are no longer named."
      checked={collaborators_may_read}
      disabled={share.pending || readOnly || term.disabled}
      onChange={({ currentTarget }) =>
        void share.run({ params: { id }, body: { allowed: currentTarget.checked } })
      }
    />
  )
}
