import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from './loaded.tsx'
import classes from './walked.module.css'

interface WalkedProps<T> {
  /** Read with `keep`, so that the last answer stays until the next one is there. */
  query: UseQueryResult<T, Error>
  /** For a form: waits for what is true now, not showing first what was read earlier. */
  fresh?: boolean
  children: (data: T) => ReactNode
}

/** One of the objects that are walked through: the last one stays, dimmed and out of reach, until this one is there. */
export function Walked<T>({ query, fresh, children }: WalkedProps<T>) {
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
