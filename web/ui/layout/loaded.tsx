import { Button, Skeleton, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { describeFailure, failureKind, NO_ANSWER } from '#web/lib/http/failures.ts'
import { EmptyState } from '../text/note.tsx'
import classes from './loaded.module.css'

interface LoadedProps<T> {
  query: UseQueryResult<T, Error>
  /** The shape to come; some lines when not given. */
  skeleton?: ReactNode
  /** For a form: waits for fresh data instead of showing cached data first. */
  fresh?: boolean
  children: (data: T) => ReactNode
}

/** What a reading answers, its skeleton until then, or what went wrong with a way on. */
export function Loaded<T>({ query, skeleton = <Lines />, fresh = false, children }: LoadedProps<T>) {
  const { data, isFetchedAfterMount, isFetching } = query
  // Read for this screen, or by its loader just before it mounted. What was shown once stays while it is read again: a form
  // would lose its state.
  const shown = useRef<T>(undefined)
  const isCurrent = isFetchedAfterMount || !isFetching || data === shown.current
  if (data !== undefined && (!fresh || isCurrent)) {
    shown.current = data
    return children(data)
  }
  if (query.error) return <LoadError error={query.error} retry={() => void query.refetch()} />
  return skeleton
}

/** A reading that failed: why, and a button to try again. */
export const LoadError = ({ error, retry }: { error: Error; retry: () => void }) => (
  <EmptyState title="This could not be loaded.">
    <p>{failureKind(error) === 'unreachable' ? NO_ANSWER : describeFailure(error)[1]}</p>
    <Button variant="default" onClick={retry}>
      Try again
    </Button>
  </EmptyState>
)

/** A skeleton of text: `count` lines. */
export const Lines = ({ count = 6 }: { count?: number }) => (
  <Stack gap="sm" aria-busy="true" aria-label="Loading" role="status">
    {Array.from({ length: count }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
      <Skeleton key={line} h={14} w={`${90 - ((line * 17) % 40)}%`} />
    ))}
  </Stack>
)

interface LoadedKeepingPreviousProps<T> {
  /** Read with `keep`, so that the last data stays until the next is loaded. */
  query: UseQueryResult<T, Error>
  /** For a form: waits for fresh data instead of showing cached data first. */
  fresh?: boolean
  children: (data: T) => ReactNode
}

/** For previous/next navigation: keeps the last object, dimmed and inert, until the next one is loaded. */
export function LoadedKeepingPrevious<T>({ query, fresh, children }: LoadedKeepingPreviousProps<T>) {
  const { data, isPlaceholderData: old } = query
  if (data !== undefined && old)
    return (
      <div className={classes.last} inert aria-busy>
        {children(data)}
      </div>
    )
  return (
    <Loaded query={query} fresh={fresh}>
      {(data) => <div className={classes.one}>{children(data)}</div>}
    </Loaded>
  )
}
