import { SimpleGrid, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { DAY_NAMES, DAYS, type DayName } from '#domain/terms/rules.ts'
import { zoneName } from '#web/lib/format/format.ts'
import { InstantField } from '#web/ui/forms/inputs.tsx'

/** The days of a term as its form holds them: instants, or empty. */
export type DayValues = Record<DayName, string>
export const NO_DAYS = Object.fromEntries(DAY_NAMES.map((name) => [name, ''])) as DayValues

const MAY_BE_EMPTY: readonly DayName[] = ['panel_meets_at', 'allocation_due_at']
const HINTS: Partial<Record<DayName, string>> = {
  reviews_due_at: 'Shown and reminded of; it locks nobody out.',
  panel_meets_at: 'May be empty: scoring then lasts until every reviewed proposal has a global score.',
  allocation_due_at: 'May be empty: the allocation lasts until the call is closed.',
}

/** The fields of a term's days, in the order in which the days come. */
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
