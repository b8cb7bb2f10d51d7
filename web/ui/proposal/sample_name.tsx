import { IconHistory } from '@tabler/icons-react'
import { address } from '#domain/address.ts'
import { type Asteroid, BENNU } from '#domain/masters/values.ts'
import { sampleAddress } from '#domain/samples/rules.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useHasRole } from '#web/lib/session/session.ts'
import { ScreenLink } from '../actions/links.tsx'
import { NewTab } from '../home/information_list.tsx'

interface SampleNameProps {
  /** With it the staff get a link to the sample's history. */
  id?: number
  db_type: Asteroid
  name: string
  /** What the link says, when not the sample's name. */
  children?: string
}

/** A sample's name as a link to the database of its asteroid. */
export function SampleName({ id, db_type, name, children = name }: SampleNameProps) {
  const base = useCall(db_type === BENNU ? api.masters.bennuUrl : api.masters.ryuguUrl).data
  const staff = useHasRole('admin', 'panel')
  return (
    <>
      {base ? <NewTab to={sampleAddress(base, name)}>{children}</NewTab> : children}
      {staff && id !== undefined && (
        <>
          {' '}
          <ScreenLink to={address('/samples/history/$id', { id })}>
            <IconHistory
              size={15}
              aria-label={`History of ${name}`}
              role="img"
              style={{ verticalAlign: -2 }}
            />
          </ScreenLink>
        </>
      )}
    </>
  )
}
