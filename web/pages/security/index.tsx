import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { SecurityOverview } from '#domain/session/contract.ts'
import { startPage } from '#domain/session/rules.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { load } from '#web/lib/routing/loaders.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { loginUserQuery, useUser } from '#web/lib/session/session.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { AppSection } from './-authenticator_app.tsx'
import { CalendarSection } from './-calendar.tsx'
import { Passkeys } from './-passkeys.tsx'
import { LinkedProviders } from './-providers.tsx'
import { CodesDialog, RecoveryCodes } from './-recovery_codes.tsx'
import { Sessions } from './-sessions.tsx'

export const Route = createFileRoute('/security/')({
  loader: load(api.security.show),
  component: SignInAndSecurity,
})

function SignInAndSecurity() {
  const security = useCall(api.security.show, {}, { staleTime: 0 })
  return (
    <Page title="Sign-in and security">
      <Loaded query={security}>{(data) => <Parts of={data} />}</Loaded>
    </Page>
  )
}

function Parts({ of: security }: { of: SecurityOverview }) {
  const user = useUser()
  const go = useGo()
  const queries = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)

  /** After a change: show new recovery codes once, then reload; a user who had to set up a factor continues. */
  async function done({ recovery_codes }: { message?: string; recovery_codes?: string[] }) {
    if (recovery_codes) return setCodes(recovery_codes)
    setCodes(null)
    const owed = user.owes_second_factor
    await queries.invalidateQueries()
    if (!owed) return
    await queries.fetchQuery({ ...loginUserQuery, staleTime: 0 })
    await go(startPage(user.role))
  }
  return (
    <Stack gap="md" maw={900}>
      {user.owes_second_factor && (
        <Note kind="warn" title="Your role requires a second factor.">
          Set up a passkey or an authenticator app here to continue.
        </Note>
      )}
      <Section title="Password" aside="The first factor">
        <LinkButton to={address('/password')} variant="default">
          Change Password
        </LinkButton>
      </Section>
      <Passkeys of={security} done={done} />
      <AppSection of={security} done={done} />
      <RecoveryCodes of={security} done={done} />
      <LinkedProviders done={done} />
      {!user.owes_second_factor && <CalendarSection />}
      <Sessions sessions={security.sessions} />
      {codes && <CodesDialog codes={codes} done={() => void done({})} />}
    </Stack>
  )
}
