import { Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import type { Question } from '#domain/conflicts/contract.ts'
import { day, time } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { failureKind } from '#web/lib/http/failures.ts'
import { useCall } from '#web/lib/http/query.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { SmallPage } from '#web/ui/layout/page.tsx'
import { AnswerFields, NO_ANSWER } from '#web/ui/report/relations.tsx'

export const Route = createFileRoute('/conflicts/answer/$token')({ component: Answer })

/** The question behind a mailed link; it changes nothing until the answer is sent. */
function Answer() {
  const { token } = Route.useParams()
  const question = useCall(api.conflicts.linkedQuestion, { params: { token } }, { own: ['missing'] })
  if (question.error && failureKind(question.error) === 'missing')
    return (
      <SmallPage title="This link no longer works">
        <Text>The question was settled, or the link is too old. Nothing is expected from you.</Text>
      </SmallPage>
    )
  return (
    <SmallPage title="A question about conflicts of interest">
      <Loaded query={question}>
        {(found) =>
          found.answer === null ? <Form question={found} token={token} /> : <Given question={found} />
        }
      </Loaded>
    </SmallPage>
  )
}

function Form({ question, token }: { question: Question; token: string }) {
  const form = useEndpointForm(api.conflicts.answerLinked, {
    input: { params: { token } },
    initial: NO_ANSWER,
    toBody: ({ conflict, note }) => ({ conflict: conflict as boolean, note }),
  })
  return (
    <EndpointForm form={form} guardsLeaving={false}>
      <Text c="dimmed" size="sm" mb="sm">
        {`For ${question.name}, asked on ${day(time(question.asked_at))}. This link works until ${day(time(question.open_until))}.`}
      </Text>
      <AnswerFields question={question} form={form.fields} />
      <WriteButton type="submit" mt="md" loading={form.waiting}>
        Send the answer
      </WriteButton>
    </EndpointForm>
  )
}

const Given = ({ question: { question, answer, yes, no, answered_at } }: { question: Question }) => (
  <>
    <Text fw={600}>{question}</Text>
    <Text mt="xs">{`“${answer ? yes : no}”, ${day(time(answered_at!))}.`}</Text>
    <Text mt="xs" c="dimmed">
      The administration office has your answer. Nothing more is expected from you.
    </Text>
  </>
)
