import { Button, Checkbox, Radio, Text, Textarea, TextInput, Title } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { address } from '#domain/address.ts'
import type { LinkedRequest } from '#domain/reports/contract.ts'
import { DECLINE_LABELS, type DeclineReason } from '#domain/reports/declining.ts'
import { dayCount, daysLeft } from '#domain/reports/due.ts'
import { durationText } from '#domain/session/durations.ts'
import { startPage } from '#domain/session/rules.ts'
import { day } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { failureKind } from '#web/lib/http/failures.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useOptionalUser } from '#web/lib/session/session.ts'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { ObjectTitle, Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { OfficeMail } from '#web/ui/text/office.tsx'
import classes from './-answer.module.css'

export const Route = createFileRoute('/reports/answer/$token')({ component: AnswerByLink })

/** A request answered by its link, without signing in; nothing happens before a button is pressed. */
function AnswerByLink() {
  const { token } = Route.useParams()
  const [answered, setAnswered] = useState<ReactNode>(null)
  const [ended, setEnded] = useState(false)
  const query = useCall(api.reports.linked, { params: { token } }, { own: ['missing'] })
  if (answered) return answered
  if (ended || (query.error && failureKind(query.error) === 'missing')) return <EndedLink />
  return (
    <Loaded
      query={query}
      skeleton={
        <Page title="Can you review this proposal?">
          <Lines count={8} />
        </Page>
      }
    >
      {(request) => (
        <Question
          token={token}
          request={request}
          done={(answer) => setAnswered(<Answered request={request}>{answer}</Answered>)}
          end={() => setEnded(true)}
        />
      )}
    </Loaded>
  )
}

/** The same for every link that answers nothing: it does not say why. */
function EndedLink() {
  const user = useOptionalUser()
  return (
    <Page title="This link no longer works">
      <Section>
        <Text>
          A link answers one request, once, within {durationText('answer_link')}. If you have answered, no
          further action is needed. Otherwise you can answer after signing in.
        </Text>
        <div className={classes.next}>
          <LinkButton to={user ? startPage(user.role) : address('/login')}>
            {user ? 'Start page' : 'Sign in'}
          </LinkButton>
        </div>
      </Section>
      <p className={classes.small}>
        Questions: <OfficeMail />
      </p>
    </Page>
  )
}

interface QuestionProps {
  token: string
  request: LinkedRequest
  done: (answer: ReactNode) => void
  end: () => void
}

function Question(props: QuestionProps) {
  const office = useCall(api.masters.office).data
  const { reviewer, proposal, requested_at, expires_at, other_requests } = props.request
  return (
    <Page
      title="Can you review this proposal?"
      object={`Review request ${proposal.id}`}
      beside={
        <span className={classes.asked}>
          {`For ${reviewer}, asked by ${office?.name ?? 'the office'}${requested_at ? ` on ${day(requested_at)}` : ''}`}
        </span>
      }
    >
      <OtherUser reviewer={reviewer} />
      <div className={classes.columns}>
        <ProposalCard request={props.request} />
        <div className={classes.answer}>
          <AcceptForm {...props} />
          <DeclineForm {...props} />
        </div>
      </div>
      <p className={classes.small}>
        Nothing happens until you press a button. This link answers this one request only, until{' '}
        {day(expires_at)}.{' '}
        {other_requests > 0 &&
          (other_requests === 1
            ? 'You have one more request, with a link of its own. '
            : `You have ${other_requests} more requests, each with a link of its own. `)}
        Questions: <OfficeMail subject={`Review request: proposal ${proposal.id}`} />
      </p>
    </Page>
  )
}

/** Tells someone who is signed in that the answer is not given in their name. */
function OtherUser({ reviewer }: { reviewer: string }) {
  const user = useOptionalUser()
  if (!user || user.name === reviewer) return null
  return (
    <Note kind="warn">
      You are signed in as {user.name}. This link was sent to {reviewer}, and answers for {reviewer}.
    </Note>
  )
}

function ProposalCard({ request: { proposal, due_at, report_id } }: { request: LinkedRequest }) {
  const [whole, setWhole] = useState(false)
  const left = daysLeft(due_at, new Date())
  return (
    <article className={classes.card}>
      <Title order={2} className={classes.title}>
        <ObjectTitle {...proposal} />
      </Title>
      <p className={classes.facts}>
        <span>
          Review due <b>{day(due_at)}</b>
          {left >= 0 && ` · ${left === 0 ? 'today' : dayCount(left)}`}
        </span>
        <span>two scores and comments</span>
      </p>
      <h3 className={classes.label}>Abstract</h3>
      <p className={classes.abstract} data-whole={whole || undefined}>
        {proposal.abstract || '-'}
      </p>
      {!whole && (
        <Button
          className={classes.more}
          variant="transparent"
          size="compact-sm"
          px={0}
          onClick={() => setWhole(true)}
        >
          Whole abstract
        </Button>
      )}
      <p className={classes.foot}>
        The names of the proposers and the full proposal are shown after you{' '}
        <ScreenLink to={address('/reports/detail/$id', { id: report_id })} inherit>
          sign in
        </ScreenLink>
        .
      </p>
    </article>
  )
}

/** What both answers share: a link that has ended meanwhile is said as such, and nothing is read again. */
const formOptions = ({ token, end }: Pick<QuestionProps, 'token' | 'end'>) => ({
  input: { params: { token } },
  success: false as const,
  refresh: false,
  handles: ['missing' as const],
  onFault: (error: Error) => {
    if (failureKind(error) === 'missing') end()
  },
})

function AcceptForm({ token, request, done, end }: QuestionProps) {
  const form = useEndpointForm(api.reports.acceptLinked, {
    initial: { no_conflict: false },
    toBody: ({ no_conflict }) => ({ no_conflict: no_conflict as true }),
    ...formOptions({ token, end }),
    onDone: ({ message }) => done(message),
  })
  return (
    <section>
      <EndpointForm form={form} guardsLeaving={false}>
        <Title order={2} mb={8}>
          Accept
        </Title>
        <Checkbox
          mb="sm"
          required
          label="I have no conflict of interest with this proposal"
          disabled={request.why_not_accept !== null}
          {...form.fields.getInputProps('no_conflict', { type: 'checkbox' })}
        />
        <WriteButton fullWidth type="submit" h={36} loading={form.waiting} why={request.why_not_accept}>
          Accept the review
        </WriteButton>
      </EndpointForm>
    </section>
  )
}

function DeclineForm({ token, done, end }: QuestionProps) {
  const form = useEndpointForm(api.reports.declineLinked, {
    initial: { reason: '', note: '', suggestion: '' },
    toBody: ({ reason, ...texts }) => ({ ...texts, reason: reason as DeclineReason }),
    ...formOptions({ token, end }),
    onDone: ({ message }, { reason }) =>
      done(
        reason === 'conflict' ? (
          <>
            {message} Please <ScreenLink to={address('/')}>sign in</ScreenLink> to confirm the conflict of
            interest; until then you are not asked to review this proposal again.
          </>
        ) : (
          message
        ),
      ),
  })
  const { reason } = form.fields.getValues()
  return (
    <section>
      <EndpointForm form={form} guardsLeaving={false}>
        <Title order={2} mb={8}>
          Decline
        </Title>
        <Radio.Group label="Reason" withAsterisk mb="sm" {...form.fields.getInputProps('reason')}>
          <div className={classes.reasons}>
            {Object.entries(DECLINE_LABELS).map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </div>
        </Radio.Group>
        {(reason === 'other' || reason === 'conflict') && (
          <Textarea
            mb="sm"
            autosize
            minRows={2}
            label="Note to the office"
            withAsterisk={reason === 'other'}
            {...form.fields.getInputProps('note')}
          />
        )}
        <TextInput
          mb="sm"
          label={
            <>
              Whom do you suggest instead?{' '}
              <Text span inherit c="dimmed" fw={400}>
                optional
              </Text>
            </>
          }
          placeholder="Names, e-mail if you know it"
          {...form.fields.getInputProps('suggestion')}
        />
        <WriteButton
          fullWidth
          type="submit"
          h={36}
          variant="default"
          loading={form.waiting}
          why={reason === '' ? 'Choose a reason first.' : null}
        >
          Decline the review
        </WriteButton>
      </EndpointForm>
    </section>
  )
}

/** What was done, and what follows. */
const Answered = ({ request, children }: { request: LinkedRequest; children: ReactNode }) => (
  <Page title="Thank you for your answer" object={`Review request ${request.proposal.id}`}>
    <Section>
      <Text fw={600} role="status" mb={4}>
        {children}
      </Text>
      <Text>
        The office has been told, and this link has ended. You will find your reviews on your dashboard, after
        signing in.
      </Text>
      <div className={classes.next}>
        <LinkButton to={address('/')} variant="default">
          Dashboard
        </LinkButton>
      </div>
    </Section>
    <p className={classes.small}>
      Questions: <OfficeMail subject={`Review request: proposal ${request.proposal.id}`} />
    </p>
  </Page>
)
