import { Text } from '@mantine/core'
import type { TermRow } from '#domain/terms/contract.ts'
import { stepState } from '#domain/terms/status.ts'
import { type Step, termSteps } from '#domain/terms/steps.ts'
import { termLabel, time, zoneName } from '#web/lib/format/format.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { TimeLine } from '#web/ui/text/time_line.tsx'

/** The steps of a term as a picture, in a table, and in words what is open to whom now. */
export function TermSteps({ term }: { term: TermRow }) {
  const now = new Date()
  const steps = termSteps(term, term, now)
  const spans = steps.map(({ state, ...step }) => ({ ...step, colour: stepState.colour(state) }))
  return (
    <Section title={`What ${termLabel(term.id)} opens to whom`}>
      <Text mb="sm" fw={600}>
        {inWords(term, steps)}
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

/** What is open to whom now. */
function inWords(term: TermRow, steps: readonly Step[]): string {
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
