import { type Asteroid, BENNU } from '#domain/masters/values.ts'
import { sampleAddress } from '#domain/samples/rules.ts'
import { api } from '#web/lib/api.ts'
import { useCall } from '#web/lib/query.ts'
import { NewTab } from '../information_list.tsx'

interface SampleNameProps {
  db_type: Asteroid
  name: string
  /** What the link says, when not the sample's name. */
  children?: string
}

/** A sample's name as a link to the database of its asteroid. */
export function SampleName({ db_type, name, children = name }: SampleNameProps) {
  const base = useCall(db_type === BENNU ? api.masters.bennuUrl : api.masters.ryuguUrl).data
  return base ? <NewTab to={sampleAddress(base, name)}>{children}</NewTab> : children
}
