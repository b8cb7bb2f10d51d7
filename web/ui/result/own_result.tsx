import { Group, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { address } from '#domain/address.ts'
import { dayCount, daysLeft } from '#domain/reports/due.ts'
import type { OwnResult as Result, ResultAnswer } from '#domain/results/contract.ts'
import { resultOutcome } from '#domain/results/status.ts'
import { outcomeText } from '#domain/results/texts.ts'
import { listNames } from '#domain/text.ts'
import { day, time } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useIsReadOnly, useUser } from '#web/lib/session/session.ts'
import { CsvButton } from '../actions/buttons.tsx'
import { LinkButton } from '../actions/links.tsx'
import { WriteButton } from '../actions/write_button.tsx'
import { useConfirm } from '../dialogs/confirm.tsx'
import { MailRecipients } from '../dialogs/mail_recipients.tsx'
import { EndpointForm } from '../forms/endpoint_form.tsx'
import { type StepAhead, StepsAhead } from '../home/steps_ahead.tsx'
import { LoadError } from '../layout/loaded.tsx'
import { DetailFields, Section } from '../layout/section.tsx'
import { DaysLeft } from '../proposal/own_progress.tsx'
import { StatusChip } from '../text/chips.tsx'
import { OfficeMail } from '../text/office.tsx'
import { AnswerChoices, answerNames, answerOf, answerVerb } from './answer_choice.tsx'
import classes from './own_result.module.css'
import { GrantedSamples, SampleAmount, UnmetRequests } from './result_samples.tsx'

/** The released result of one's own proposal; nothing before it is released. */
export function OwnResult({ id }: { id: number }) {
  const results = useCall(api.results.mine, {}, { staleTime: 0 })
  const result = results.data?.find(({ proposal_id }) => proposal_id === id)
  if (results.error && !results.data)
    return (
      <Section title="Result">
        <LoadError error={results.error} retry={() => void results.refetch()} />
      </Section>
    )
  return result ? <Released key={result.edition} result={result} /> : null
}

function Released({ result }: { result: Result }) {
  useMarkAsRead(result)
  const { unmet, text, correction } = result
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <Outcome result={result} />
        {unmet.length > 0 && (
          <Section title="Not granted" aside={unmet.length === 1 ? '1 request' : `${unmet.length} requests`}>
            <UnmetRequests requests={unmet} wide />
          </Section>
        )}
        {correction && (
          <Section title="What was corrected">
            <p className={classes.words}>{correction}</p>
          </Section>
        )}
        {text && (
          <Section title="From the panel">
            <p className={classes.words}>{text}</p>
          </Section>
        )}
      </div>
      <div className={classes.column}>
        <StepsAhead steps={stepsOf(result)} />
        {result.samples.length > 0 && <LoanTerms days={result.loan_days} />}
        <Section title="Questions?">
          <Text size="sm">
            <OfficeMail subject={`Result of ${result.proposal_id}`} /> with the number {result.proposal_id}.
          </Text>
        </Section>
      </div>
    </div>
  )
}

/** Says once that its proposer has opened it; whoever views as them has not. */
function useMarkAsRead({ proposal_id: id, read_at }: Result) {
  const readOnly = useIsReadOnly()
  const mark = useAction(api.results.markRead, { success: false, refresh: false, own: 'all' })
  const markUnread = useEffectEvent(() => {
    if (read_at === null && !readOnly) void mark.run({ params: { id } })
  })
  useEffect(() => markUnread(), [])
}

/** The outcome in a sentence, the time left, and the answer. */
function Outcome({ result }: { result: Result }) {
  const { proposal_id: id, outcome, edition, released_at, samples, answer_by, answer } = result
  const awaited = answer === 'awaited' || answer === 'overdue'
  return (
    <Section>
      <div className={classes.head}>
        <div className={classes.summary}>
          <div className={classes.state}>
            <StatusChip colour={resultOutcome.colour(outcome)}>{resultOutcome.label(outcome)}</StatusChip>
            <Text span size="xs" c="dimmed">{`Version ${edition}, ${day(time(released_at))}`}</Text>
          </div>
          <Title order={2} className={classes.title}>
            {outcomeText(result)}
          </Title>
          {samples.length > 0 && <Standing result={result} />}
        </div>
        {awaited && answer_by && (
          <DaysLeft until={`${answer_by}T23:59:59Z`} days={daysLeft(answer_by, new Date())} to="left" />
        )}
      </div>
      {samples.length > 0 && <Answer result={result} />}
      <div className={classes.file}>
        <CsvButton
          call={api.results.myPdf}
          input={{ params: { id } }}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Result, PDF
        </CsvButton>
        {result.loans.length > 0 && <MySamplesLink />}
      </div>
    </Section>
  )
}

/** What has been answered, or is asked for. */
function Standing({ result: { answer, answered, answer_by } }: { result: Result }) {
  if (answered)
    return (
      <p className={classes.standing}>
        {`${answered.on_behalf ? `${answered.by} of the office answered for you` : 'You answered'} on ${time(answered.at)}: ${[
          answered.accepted > 0 && `${answered.accepted} accepted`,
          answered.declined > 0 && `${answered.declined} declined`,
        ]
          .filter(Boolean)
          .join(', ')}.`}
      </p>
    )
  const late = answer === 'overdue' ? -daysLeft(answer_by!, new Date()) : 0
  return (
    <p className={classes.standing} data-late={late > 0 || undefined}>
      {late > 0
        ? `Your answer was due ${answer_by}, ${dayCount(late)} ago. Please accept or decline each sample now.`
        : 'Accept or decline each sample. Nothing is sent out before you answer.'}
    </p>
  )
}

function Answer({ result }: { result: Result }) {
  if (result.why_not_answer === null) return <AnswerForm key={result.answered?.at ?? ''} result={result} />
  return (
    <div className={classes.answered}>
      <GrantedSamples
        samples={result.samples}
        end={(sample) => (
          <Group gap="lg" justify="end">
            <SampleAmount {...sample} />
            {sample.accepted !== null && (
              <StatusChip colour={sample.accepted ? 'green' : 'black'} quiet>
                {sample.accepted ? 'Accepted' : 'Declined'}
              </StatusChip>
            )}
          </Group>
        )}
      />
      <p className={classes.standing}>{result.why_not_answer}</p>
    </div>
  )
}

const MySamplesLink = () => (
  <LinkButton to={address('/mypage/samples')} variant="default">
    My samples
  </LinkButton>
)

/** An answer for each sample, kept on this device until it is sent. */
function AnswerForm({ result }: { result: Result }) {
  const { proposal_id: id, edition, samples, answered } = result
  const user = useUser()
  const ask = useConfirm()
  const me = { name: user.name, email: user.email }
  const form = useEndpointForm(api.results.answer, {
    initial: answerOf(edition, samples),
    input: { params: { id } },
    draft: `result/${id}/${edition}`,
    confirm: (values) =>
      ask({
        question: `${answerVerb(values)}?`,
        details: (
          <>
            <Consequences result={result} answer={values} />
            <MailRecipients of={api.results.answer} to={{ proposer: [me] }} />
          </>
        ),
      }),
  })
  const answer = form.fields.values
  const unchanged = answered !== null && !form.dirty()
  const declineAll = () => {
    form.fields.setValues({ ...answer, samples: answer.samples.map((one) => ({ ...one, accepted: false })) })
    form.submit()
  }
  return (
    <EndpointForm
      form={form}
      footer={
        <div className={classes.go}>
          <WriteButton
            type="submit"
            loading={form.waiting}
            why={
              unchanged ? 'This is your answer already. Choose otherwise for a sample to change it.' : null
            }
          >
            {answerVerb(answer)}
          </WriteButton>
          {answer.samples.some(({ accepted }) => accepted) && (
            <WriteButton variant="default" disabled={form.waiting} onClick={declineAll}>
              Decline all
            </WriteButton>
          )}
          <Text size="xs" c="dimmed" className={classes.hint!}>
            {changeText(result)}
          </Text>
        </div>
      }
    >
      <AnswerChoices samples={samples} fields={form.fields} />
    </EndpointForm>
  )
}

const changeText = ({ answered, reminder_days }: Result) =>
  [
    'You can change your answer until the office has acted on it.',
    answered === null &&
      reminder_days.length > 0 &&
      `Reminders: ${listNames(reminder_days.map(dayCount), 3)} before.`,
  ]
    .filter(Boolean)
    .join(' ')

/** What an answer does, by name. */
function Consequences({ result, answer }: { result: Result; answer: ResultAnswer }) {
  const { accepted, declined } = answerNames(result.samples, answer)
  return (
    <Text size="sm" mb="xs">
      {[
        accepted.length > 0 &&
          `You accept ${listNames(accepted, 10)}: the office prepares a loan agreement for you to sign.`,
        declined.length > 0 &&
          `You decline ${listNames(declined, 10)}: other proposals may then get what you decline.`,
        'You can change this until the office has acted on it.',
      ]
        .filter(Boolean)
        .join(' ')}
    </Text>
  )
}

const LoanTerms = ({ days }: { days: number }) => (
  <Section title="Terms of the loan">
    <DetailFields
      rows={[
        ['Lent for', `${days === 365 ? 'one year' : dayCount(days)} from receipt`],
        ['Report of use', 'at the return, with publications'],
        ['Methods', 'as in your proposal; ask before any other'],
      ]}
    />
  </Section>
)

/** From the release to the return; a proposal without samples has none ahead. */
function stepsOf(result: Result): StepAhead[] {
  const { released_at, collaborators, answer_by, answered, loan_days, samples, loans } = result
  const others =
    collaborators === 0
      ? ''
      : ` and ${collaborators === 1 ? '1 collaborator' : `${collaborators} collaborators`}`
  const first: StepAhead = {
    head: 'Result released',
    text: `${day(time(released_at))}, e-mailed to you${others}`,
    at: 'was',
  }
  if (samples.length === 0)
    return [first, { head: 'You can propose again', text: 'in a later call', at: 'coming' }]
  const done = answered !== null
  const answering: StepAhead = {
    head: done ? 'You answered' : 'You answer',
    text: done ? day(time(answered.at)) : `until ${answer_by} 23:59 UTC`,
    at: done ? 'was' : 'now',
  }
  if (done && answered.accepted === 0) return [first, answering]
  if (loans.length > 0)
    return [
      first,
      answering,
      {
        head: `Loan ${listNames(loans, loans.length)}`,
        text: 'agreement, parcel and return are on My samples',
        at: 'now',
      },
    ]
  return [
    first,
    answering,
    {
      head: 'You sign the loan agreement',
      text: 'a PDF with the pieces in it, after you accept',
      at: done ? 'now' : 'coming',
    },
    { head: 'Curation weighs, packs and sends', text: 'with a tracking number', at: 'coming' },
    { head: 'You confirm what arrived', text: 'piece by piece, with the mass you find', at: 'coming' },
    {
      head: 'You return what is left',
      text: `${loan_days === 365 ? 'one year' : dayCount(loan_days)} after receipt`,
      at: 'coming',
    },
  ]
}
