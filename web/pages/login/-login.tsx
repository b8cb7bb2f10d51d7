import { Anchor, Title } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { address } from '#domain/address.ts'
import { startPage } from '#domain/session/rules.ts'
import type { Method } from '#domain/session/second_factor.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { hasSessionExpired, useOptionalUser } from '#web/lib/session/session.ts'
import { Brand } from '#web/shell/brand.tsx'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { LoginForm } from './-password_form.tsx'
import { TermStatus } from './-term_status.tsx'
import classes from './login.module.css'

/** Loaded on demand: few users need it. */
const SecondStep = lazy(() =>
  import('./-second_step.tsx').then(({ SecondStep }) => ({ default: SecondStep })),
)

/** Loaded where a provider is configured. */
const Providers = lazy(() => import('./-providers.tsx').then(({ Providers }) => ({ default: Providers })))

/** Loaded after the form, which does not wait for a picture. */
const Orbits = lazy(() => import('./-orbits.tsx').then(({ Orbits }) => ({ default: Orbits })))

/** The sign-in screen. It needs no router: it is also shown before there is one. */
export function Login({ query }: { query: Record<string, unknown> }) {
  const user = useOptionalUser()
  const [expired] = useState(hasSessionExpired)
  const [methods, setMethods] = useState<Method[] | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  const hasProviders = useCall(api.providers.list).data?.length
  const restart = (reason: string | null) => {
    setWhy(reason)
    setMethods(null)
  }
  return (
    <div className={classes.page}>
      <section className={classes.sky} aria-label="The call">
        <Suspense>
          <Orbits />
        </Suspense>
        <Brand size={36} />
        <TermStatus />
      </section>
      <div className={classes.signIn}>
        <header>
          <Title order={1} id="heading" tabIndex={-1} style={{ outline: 'none' }}>
            Astromaterials Sample AO System
          </Title>
          <p className={classes.subtitle}>Sign in to your proposal, your reviews or the office.</p>
        </header>
        {expired && (
          <Note kind="warn" title="Your session has ended.">
            Sign in again to return to where you were, with everything you typed.
          </Note>
        )}
        {user && !expired && (
          <Note title={`Signed in as ${user.name}`}>
            <LinkButton to={startPage(user.role)} variant="default" size="compact-sm" ml="sm">
              Continue
            </LinkButton>
          </Note>
        )}
        {methods ? (
          <Suspense>
            <SecondStep methods={methods} restart={restart} />
          </Suspense>
        ) : (
          <>
            <LoginForm why={why} onSecond={setMethods} />
            {hasProviders ? (
              <Suspense>
                <Providers query={query} onSecond={setMethods} />
              </Suspense>
            ) : null}
            <OtherLinks />
          </>
        )}
      </div>
    </div>
  )
}

function OtherLinks() {
  const top = useCall(api.masters.topUrl).data
  const notices = useCall(api.terms.noticeAccepted).data
  return (
    <>
      <div className={classes.links}>
        <ScreenLink to={address('/request')}>Forgot your password?</ScreenLink>
        {top && <Anchor href={top}>BACK to TOP</Anchor>}
      </div>
      {notices && (
        <div className={classes.newcomer}>
          <b>New here?</b>
          <p>
            Planning a proposal? File a Notice of Intent. The office will register you and e-mail you a
            password.
          </p>
          <LinkButton
            to={address('/applicants/create')}
            variant="default"
            rightSection={<IconArrowRight size={16} aria-hidden />}
          >
            Notice of Intent
          </LinkButton>
        </div>
      )}
    </>
  )
}
