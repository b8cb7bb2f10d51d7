import { List, SimpleGrid, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import {
  closedBySaving,
  closingName,
  closingRemarks,
  closingSentence,
  unsentRemarks,
} from '#domain/terms/closing.ts'
import type { TermDetail, TermRow, Unfinished } from '#domain/terms/contract.ts'
import { DAY_NAMES, DAYS, type DayName, type Days } from '#domain/terms/rules.ts'
import { stepState } from '#domain/terms/status.ts'
import { type Step, termSteps } from '#domain/terms/steps.ts'
import { termLabel, time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { InstantField } from '#web/ui/forms/date_field.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { TimeLine } from '#web/ui/text/time_line.tsx'

/** The steps of a term as a sentence, a time line and a table. */
export function TermSteps({ term }: { term: TermRow }) {
  const now = new Date()
  const steps = termSteps(term, term, now)
  const spans = steps.map(({ state, ...step }) => ({ ...step, colour: stepState.colour(state) }))
  return (
    <Section title={`What ${termLabel(term.id)} opens to whom`}>
      <Text mb="sm" fw={600}>
        {describeOpenSteps(term, steps)}
      </Text>
      <TimeLine spans={spans} now={now} written={time} />
      <DataTable
        label="Steps"
        rows={steps}
        rowKey={({ key }) => key}
        empty={null}
        columns={[
          { header: 'Step', nowrap: true, cardTitle: true, cell: ({ label }) => label },
          {
            header: 'From',
            hint: `Times are in ${zoneName()}.`,
            nowrap: true,
            cell: ({ from }) => time(from),
          },
          { header: 'To', nowrap: true, cell: ({ to, ends }) => (to === null ? ends : time(to)) },
          {
            header: 'State',
            cell: ({ state }) => (
              <StatusChip colour={stepState.colour(state)}>{stepState.label(state)}</StatusChip>
            ),
          },
          { header: 'Opens', cell: ({ opens }) => sentence(opens) },
        ]}
      />
    </Section>
  )
}

const sentence = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}.`

/** A sentence about what is open to whom now. */
function describeOpenSteps(term: TermRow, steps: readonly Step[]): string {
  const label = termLabel(term.id)
  if (term.disabled)
    return `${label} is closed: nothing in it can be changed, and its proposers see the samples confirmed for them.`
  const { OPEN, COMING } = stepState.code
  const open = steps.filter(({ state }) => state === OPEN)
  const next = steps.find(({ state }) => state === COMING)
  const words = open.map(({ opens, to, ends }) => `${opens} ${to === null ? ends : `until ${time(to)}`}`)
  const now =
    words.length > 0 ? words.join('; ') : `nothing is open; next: ${next?.label} on ${time(next?.from)}`
  return term.is_current
    ? `Now: ${now}.`
    : `${label} is not the current call: it accepts no notices until you make it current.`
}

/** The days of a term in its form: instants, or '' for none. */
export type DayValues = Record<DayName, string>
export const dayValues = (days: Days) =>
  Object.fromEntries(DAY_NAMES.map((name) => [name, days[name] ?? ''])) as DayValues
export const NO_DAYS = Object.fromEntries(DAY_NAMES.map((name) => [name, ''])) as DayValues

const MAY_BE_EMPTY: readonly DayName[] = ['panel_meets_at', 'allocation_due_at']
const HINTS: Partial<Record<DayName, string>> = {
  reviews_due_at: 'Reviewers are reminded, but can still submit later.',
  panel_meets_at: 'Optional. Without it, scoring lasts until every reviewed proposal has a global score.',
  allocation_due_at: 'Optional. The allocation lasts until the call is closed in any case.',
}

export const DayFields = <V extends DayValues>({ form }: { form: UseFormReturnType<V> }) => (
  <Stack gap="sm">
    <Text>{`Times are in ${zoneName()}. A window opens and closes at exactly these times.`}</Text>
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
      {DAY_NAMES.map((name) => (
        <InstantField
          key={name}
          label={DAYS[name]}
          description={HINTS[name]}
          withAsterisk={!MAY_BE_EMPTY.includes(name)}
          {...form.getInputProps(name)}
        />
      ))}
    </SimpleGrid>
  </Stack>
)

/** What becomes of the calls that are closed, and what is unfinished in them. */
function ClosedCalls({ term, closed }: { term: TermDetail; closed: readonly Unfinished[] }) {
  const remarks = [...closed.flatMap(closingRemarks), ...unsentRemarks(term)]
  return (
    <>
      {closed.map((one) => (
        <Text key={one.id} size="sm">
          {closingSentence(one)}
        </Text>
      ))}
      {remarks.length > 0 && (
        <List size="sm">
          {remarks.map((remark) => (
            <List.Item key={remark}>{remark}</List.Item>
          ))}
        </List>
      )}
    </>
  )
}

const UNDO_OPENS =
  'What its dates still allow can be changed again, and its proposers no longer see their allocation until it is closed again.'

/** Buttons to make a term current, close it or open it again, each with a question that explains the consequences. */
export function StateButtons({ term }: { term: TermDetail }) {
  const ask = useConfirm()
  const read = useAction(api.terms.get, { success: false, refresh: false })
  const save = useAction(api.terms.save)
  const label = termLabel(term.id)

  async function change(
    question: string,
    to: Pick<TermRow, 'disabled' | 'is_current'>,
    sentences: readonly string[],
    undo?: string,
  ) {
    const params = { id: term.id }
    // What is unfinished is counted at the moment of the question.
    const now = await read.run({ params })
    if (!now) return
    const closed = closedBySaving(term, to, now.unfinished)
    const toType = closed.length > 0 ? closingName(closed) : undefined
    await ask({
      question,
      details: (
        <Stack gap="xs">
          {sentences.map((sentence) => (
            <Text key={sentence} size="sm">
              {sentence}
            </Text>
          ))}
          {closed.length > 0 && <ClosedCalls term={now} closed={closed} />}
          {closed.length > 0 && undo && <Text size="sm">{undo}</Text>}
          <MailRecipients of={api.terms.save} to={{}} />
        </Stack>
      ),
      ...(toType && { toType }),
      act: (typed) => save.run({ params, body: { ...term, ...to, ...(toType && { confirm: typed }) } }),
    })
  }

  const makeCurrent = () =>
    change(
      `Make ${label} the current call?`,
      { is_current: true, disabled: false },
      [
        `${label} becomes the default everywhere.`,
        ...(term.disabled ? [`${label} is opened again. ${UNDO_OPENS}`] : []),
      ],
      'You can undo this by making the earlier call current again.',
    )
  const openAgain = () =>
    change(`Open ${label} again?`, { is_current: term.is_current, disabled: false }, [UNDO_OPENS])
  const close = () =>
    change(
      `Close ${label}?`,
      { is_current: term.is_current, disabled: true },
      [],
      `You can undo this by opening ${label} again.`,
    )
  return (
    <>
      {!term.is_current && (
        <WriteButton loading={read.pending} onClick={() => void makeCurrent()}>
          Make current
        </WriteButton>
      )}
      <WriteButton
        variant="default"
        loading={read.pending}
        onClick={() => void (term.disabled ? openAgain() : close())}
      >
        {term.disabled ? 'Open again' : 'Close'}
      </WriteButton>
    </>
  )
}
