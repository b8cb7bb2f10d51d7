import { Button, SimpleGrid, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { TermRow } from '#domain/terms/contract.ts'
import { DAY_NAMES, DAYS, type DayName } from '#domain/terms/rules.ts'
import { stepState } from '#domain/terms/status.ts'
import { type Step, termSteps } from '#domain/terms/steps.ts'
import { termLabel, time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { InstantField } from '#web/ui/forms/inputs.tsx'
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
    words.length > 0 ? words.join('; ') : `nothing is open; ${next?.label} come on ${time(next?.from)}`
  return term.is_current
    ? `Now: ${now}.`
    : `${label} is not the current call: no notices are taken for it until it is made current.`
}

/** The days of a term in its form: instants, or '' for none. */
export type DayValues = Record<DayName, string>
export const NO_DAYS = Object.fromEntries(DAY_NAMES.map((name) => [name, ''])) as DayValues

const MAY_BE_EMPTY: readonly DayName[] = ['panel_meets_at', 'allocation_due_at']
const HINTS: Partial<Record<DayName, string>> = {
  reviews_due_at: 'Shown and reminded of; it locks nobody out.',
  panel_meets_at: 'May be empty: scoring then lasts until every reviewed proposal has a global score.',
  allocation_due_at: 'May be empty: the allocation lasts until the call is closed.',
}

export const DayFields = <V extends DayValues>({ form }: { form: UseFormReturnType<V> }) => (
  <Stack gap="sm">
    <Text>{`Times are in ${zoneName()}. A window includes the minute it opens and ends with the minute it closes.`}</Text>
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

/** Buttons to make a term current, close it or open it again, each with a question that explains the consequences. */
export function StateButtons({ term }: { term: TermRow }) {
  const ask = useConfirm()
  const save = useAction(api.terms.save)
  const label = termLabel(term.id)
  const confirmChange = (question: string, change: Partial<Pick<TermRow, 'disabled' | 'is_current'>>) => () =>
    void ask({
      question,
      details: <MailRecipients of={api.terms.save} to={{}} />,
      act: () => save.run({ params: { id: term.id }, body: { ...term, ...change } }),
    })
  return (
    <>
      {!term.is_current && (
        <Button
          onClick={confirmChange(
            `Do you make ${label} the current call? ${term.disabled ? 'It is opened again: its proposers do not see the samples confirmed for them until it is closed. ' : ''}Lists then open at it, and notices and proposals are taken for it in its windows. Every call before it is closed: nothing in them can be changed any more, and their proposers see the samples confirmed for them.`,
            { is_current: true, disabled: false },
          )}
        >
          Make current
        </Button>
      )}
      {term.disabled ? (
        <Button
          variant="default"
          onClick={confirmChange(
            `Do you open ${label} again? What its windows still allow can then be changed, and its proposers do not see the samples confirmed for them until it is closed again.`,
            { disabled: false },
          )}
        >
          Open again
        </Button>
      ) : (
        <Button
          variant="default"
          onClick={confirmChange(
            `Do you close ${label}? Nothing in it can be changed any more, by anyone, and its proposers see the samples confirmed for them.`,
            { disabled: true },
          )}
        >
          Close
        </Button>
      )}
    </>
  )
}
