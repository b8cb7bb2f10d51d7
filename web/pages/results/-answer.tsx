import { Text } from '@mantine/core'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import { dayCount, daysLeft } from '#domain/reports/due.ts'
import type { FreedSample, ResultDetail } from '#domain/results/contract.ts'
import { ANSWERS } from '#domain/results/status.ts'
import { day, time } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import { PreviewPart } from '#web/ui/lists/preview_pane.tsx'
import { AnswerChoices, answerOf, answerVerb } from '#web/ui/result/answer_choice.tsx'
import { GrantedSamples } from '#web/ui/result/result_samples.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { useTakeNote } from './-take_note.tsx'
import classes from './results.module.css'

/** The answer to a released result, and what the office does about it. */
export function AnswerPart({ result }: { result: ResultDetail }) {
  const { answer, sample_list, freed, loans, answered } = result
  if (answer === 'none') return null
  return (
    <PreviewPart title="Answer">
      <div className={classes.stack}>
        <Standing result={result} />
        {answered && (
          <GrantedSamples
            samples={sample_list}
            end={({ accepted }) => (
              <StatusChip colour={accepted ? 'green' : 'black'} quiet>
                {accepted ? 'Accepted' : 'Declined'}
              </StatusChip>
            )}
          />
        )}
        {freed.length > 0 && <Freed samples={freed} />}
        {loans.length > 0 && (
          <Text size="sm">
            {`Loan: `}
            {loans.join(', ')}
          </Text>
        )}
        <Buttons result={result} />
      </div>
    </PreviewPart>
  )
}

function Standing({ result: { answer, answer_by, answered } }: { result: ResultDetail }) {
  if (answered)
    return (
      <Text size="sm">
        {`${ANSWERS[answer]}: given ${day(time(answered.at))} by ${answered.by}${answered.on_behalf ? ', on behalf of the proposer' : ''}.`}
      </Text>
    )
  const left = daysLeft(answer_by!, new Date())
  return (
    <Text size="sm" c={left < 0 ? 'var(--ao-red)' : undefined}>
      {left < 0
        ? `No answer; it was due ${answer_by}, ${dayCount(-left)} ago. Nothing lapses: remind the proposer, or answer on their behalf.`
        : `No answer yet; it is due ${answer_by}, ${left === 0 ? 'today' : `in ${dayCount(left)}`}.`}
    </Text>
  )
}

/** What was declined, and whom it would serve next: a suggestion, never an act. */
export const Freed = ({ samples }: { samples: readonly FreedSample[] }) => (
  <div className={classes.stack}>
    {samples.map(({ sample_id, name, next }) => (
      <Text key={sample_id} size="sm">
        <b>{name}</b>
        {next ? (
          <>
            {' would serve '}
            <ScreenLink
              to={address('/proposals/detail/$id', { id: next.proposal_id }, { tab: 'tab-4' })}
              inherit
            >
              {`${next.proposal_id}: ${next.title}`}
            </ScreenLink>
            {` (${next.name}, priority ${next.priority}), the next in rank. Nothing is assigned by itself.`}
          </>
        ) : (
          ' would serve no other request of this call.'
        )}
      </Text>
    ))}
  </div>
)

function Buttons({ result }: { result: ResultDetail }) {
  const office = useIsOffice()
  const ask = useConfirm()
  const [answering, setAnswering] = useState(false)
  const remind = useAction(api.results.remind)
  const note = useTakeNote()
  if (!office) return null
  const { proposal_id: id, name, why_not_answer, why_not_note, why_not_remind, answered } = result
  return (
    <div className={classes.buttons}>
      {why_not_note === null && (
        <WriteButton size="compact-md" loading={note.pending} onClick={() => note.ask([result])}>
          Take note
        </WriteButton>
      )}
      {why_not_answer === null && (
        <WriteButton variant="default" size="compact-md" onClick={() => setAnswering(true)}>
          {answered ? 'Change on behalf' : 'Answer on behalf'}
        </WriteButton>
      )}
      {why_not_remind === null && (
        <WriteButton
          variant="default"
          size="compact-md"
          loading={remind.pending}
          onClick={() =>
            ask({
              question: `Send a reminder to ${name}?`,
              details: <MailRecipients of={api.results.remind} to={{ proposer: [{ name }] }} />,
              act: () => remind.run({ body: { proposal_ids: [id] } }),
            })
          }
        >
          Remind
        </WriteButton>
      )}
      <InlineMessage />
      {answering && <OnBehalf result={result} close={() => setAnswering(false)} />}
    </div>
  )
}

/** The office answers for the proposer, who is told. */
function OnBehalf({ result, close }: { result: ResultDetail; close: () => void }) {
  const { proposal_id: id, name, edition, sample_list } = result
  const form = useEndpointForm(api.results.answerOnBehalf, {
    initial: answerOf(edition, sample_list),
    input: { params: { id } },
    onDone: close,
  })
  return (
    <FormDialog
      title={`Answer on behalf of ${name}?`}
      form={form}
      close={close}
      submit={answerVerb(form.fields.values)}
      size="lg"
    >
      <AnswerChoices samples={sample_list} fields={form.fields} />
      <Text size="sm">
        The answer says that you gave it for {name}. It can be changed until you take note of it.
      </Text>
      <MailRecipients of={api.results.answerOnBehalf} to={{ proposer: [{ name }] }} />
    </FormDialog>
  )
}
