import { Code, Stack, Text } from '@mantine/core'
import { Navigate, useLocation, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { address } from '#domain/address.ts'
import { screenAt } from '#domain/screens.ts'
import { isChunkMissing } from '#web/lib/http/chunk_errors.ts'
import { useOnReconnect } from '#web/lib/http/connection.ts'
import { describeFailure, failureKind, NO_ANSWER } from '#web/lib/http/failures.ts'
import { target } from '#web/lib/routing/navigation.ts'
import { LinkButton } from '../actions/links.tsx'
import { ChunkMissing, NOT_SHOWN, reload, TryAgain } from './chunk_missing.tsx'
import { Page } from './page.tsx'

interface ErrorPageProps {
  title: string
  under?: ReactNode
  children: ReactNode
}

/** A screen with an error message and a link to the start. */
export const ErrorPage = ({ title, under, children }: ErrorPageProps) => (
  <Page title={title}>
    <Stack align="flex-start" gap="md" mb="lg">
      <Text component="div">{children}</Text>
      <LinkButton to={address('/login')}>GO TO TOP</LinkButton>
    </Stack>
    {under}
  </Page>
)

export const NotFound = () => (
  <ErrorPage title="Not Found">
    There is nothing at this address. It may have been removed or mistyped.
  </ErrorPage>
)

/** An address without a route: a planned screen, or Not Found. */
export function NoPage() {
  const { pathname } = useLocation()
  const screen = screenAt(pathname)
  return screen ? <ErrorPage title={screen.title}>This screen is not built yet.</ErrorPage> : <NotFound />
}

/** The error screen for a failure while loading or rendering. */
export function FailedScreen({ error }: { error: unknown }) {
  const kind = failureKind(error)
  if (kind === 'forbidden') return <Navigate {...target(address('/403'))} replace />
  if (kind === 'missing') return <NotFound />
  if (isChunkMissing(error))
    return (
      <ErrorPage title={NOT_SHOWN}>
        <ChunkMissing error={error} />
      </ErrorPage>
    )
  if (kind === 'unreachable') return <Unanswered />
  return (
    <ErrorPage title={NOT_SHOWN}>
      <p>{describeFailure(error)[1]}</p>
      <Code>{String(error)}</Code>
      <TryAgain again={reload} />
    </ErrorPage>
  )
}

/** The server did not answer; retries when the connection is back. */
function Unanswered() {
  const router = useRouter()
  const again = () => void router.invalidate()
  useOnReconnect(again)
  return (
    <ErrorPage title={NOT_SHOWN}>
      <p>{NO_ANSWER}</p>
      <TryAgain again={again} />
    </ErrorPage>
  )
}
