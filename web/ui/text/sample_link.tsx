import { Anchor } from '@mantine/core'
import { type Asteroid, BENNU } from '#domain/masters/values.ts'
import { sampleAddress } from '#domain/samples/rules.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'

/** A link to a sample in the external database of its asteroid. */
export function SampleLink({ sample }: { sample: { name: string; db_type: Asteroid } }) {
  const base = useCall(sample.db_type === BENNU ? api.masters.bennuUrl : api.masters.ryuguUrl).data
  if (!base) return null
  return (
    <Anchor
      inherit
      href={sampleAddress(base, sample.name)}
      target="_blank"
      rel="noreferrer"
      aria-label={`>>detail of ${sample.name} in the sample database`}
    >
      {'>>detail'}
    </Anchor>
  )
}
