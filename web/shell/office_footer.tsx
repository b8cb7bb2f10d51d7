import { Anchor } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import classes from './frame.module.css'

const AskOffice = lazy(() => import('./ask_office.tsx'))

/** Whom to ask: on every screen of a proposer. */
export function OfficeFooter() {
  const office = useCall(api.masters.office, {}, { own: 'all' }).data
  const [asking, dialog] = useDisclosure(false)
  if (!office) return null
  return (
    <footer className={classes.office}>
      Questions?{' '}
      <Anchor component="button" type="button" inherit onClick={dialog.open}>
        Ask the office
      </Anchor>{' '}
      · {office.name},{' '}
      <Anchor inherit href={`mailto:${office.email}`}>
        {office.email}
      </Anchor>
      {asking && (
        <Suspense>
          <AskOffice office={office} close={dialog.close} />
        </Suspense>
      )}
    </footer>
  )
}
