import { Button, Code, Stack, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { address } from '#domain/address.ts'
import { screenAt } from '#domain/screens.ts'
import { failureKind, wording } from '#web/lib/failures.ts'
import { Page } from './page.tsx'
import { LinkButton } from './screen_link.tsx'

const ErrorPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <Page title={title}>
    <Stack align="flex-start" gap="md">
      <Text component="div">{children}</Text>
      <LinkButton to={address('/login')}>GO TO TOP</LinkButton>
    </Stack>
  </Page>
)

export const Forbidden = () => <ErrorPage title="Forbidden">Your account may not open this page.</ErrorPage>

export const NotFound = () => (
  <ErrorPage title="Not Found">
    There is nothing at this address. It may have been removed or mistyped.
  </ErrorPage>
)

/** An address without a page: a screen that is still to come says so, anything else is not found. */
export function NoPage() {
  const { pathname } = useLocation()
  const screen = screenAt(pathname)
  return screen ? <ErrorPage title={screen.title}>This screen is not built yet.</ErrorPage> : <NotFound />
}

/** What became of a screen that could not be shown. */
export function Failed({ error, reset }: { error: unknown; reset?: () => void }) {
  const kind = failureKind(error)
  if (kind === 'forbidden') return <Forbidden />
  if (kind === 'missing') return <NotFound />
  return (
    <ErrorPage title="This page could not be shown.">
      <p>{wording(error)[1]}</p>
      {kind === 'internal' && <Code>{String(error)}</Code>}
      <p>
        <Button variant="default" onClick={reset ?? (() => window.location.reload())}>
          Try again
        </Button>
      </p>
    </ErrorPage>
  )
}
