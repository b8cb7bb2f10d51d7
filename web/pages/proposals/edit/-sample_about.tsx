import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { GAS } from '#domain/masters/values.ts'
import type { Sample } from '#domain/samples/contract.ts'
import { SampleName } from '#web/ui/proposal/sample_name.tsx'
import { answering, kindOf } from './-sample_find.ts'
import classes from './-sample_rows.module.css'
import { isTouched, placesOf, type SampleRow } from './-values.ts'

interface AboutProps {
  row: SampleRow
  samples: ReadonlyMap<string, Sample>
}

/** What the catalogue says of the sample; of an Any row the samples that are nearest to what it asks. */
export function Description({ row, samples }: AboutProps) {
  const listed = samples.get(row.sample)
  const near = useMemo(
    () => (placesOf(row).amount ? answering(kindOf(samples.values(), row), row) : []),
    [row, samples],
  )
  if (listed)
    return (
      <div className={classes.about}>
        <Text className={classes.cut} title={listed.description}>
          {listed.description}
        </Text>
        <SampleName db_type={listed.db_type} name={listed.name}>
          {'>>detail'}
        </SampleName>
      </div>
    )
  if (row.sample === '')
    return isTouched(row) ? (
      <Text className={classes.warn}>not saved without a sample or Any</Text>
    ) : (
      <Text className={classes.hint}>not chosen</Text>
    )
  if (!placesOf(row).amount)
    return Number(row.type) === GAS ? <Text className={classes.hint}>45 mL cylinders</Text> : null
  const names = near.slice(0, 3).map(({ name }) => name)
  const text =
    row.amount === ''
      ? `${near.length} would do`
      : names.length > 0
        ? `nearest: ${names.join(', ')}`
        : 'none is near it'
  return (
    <Text className={classes.hint} title={text}>
      {text}
    </Text>
  )
}
