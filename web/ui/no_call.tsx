import { Box } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { NO_TERM } from '#domain/terms/shown.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { ScreenLink } from './actions/links.tsx'
import { Note } from './text/note.tsx'

const ADD = address('/masters/terms/add')

/** Says on every screen that no call has been opened yet, and who can mend it; nothing once there is one. */
export function NoCall() {
  const current = useCall(api.terms.current).data
  const office = useIsOffice()
  const { pathname } = useLocation()
  if (current !== null || pathname === ADD) return null
  return (
    <Box mb="md">
      <Note kind="warn" title={NO_TERM}>
        {office ? (
          <ScreenLink to={ADD}>Open the first call</ScreenLink>
        ) : (
          'The administration office opens it.'
        )}
      </Note>
    </Box>
  )
}
