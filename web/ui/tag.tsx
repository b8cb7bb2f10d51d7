import type { ReactNode } from 'react'
import classes from './tag.module.css'

/** A plain fact in a hairline box: a keyword, a role, a rank. */
export const Tag = ({ children }: { children: ReactNode }) => <span className={classes.tag}>{children}</span>

/** The name of a call, wherever it is named as a thing: 'AO7'. */
export const TermTag = ({ children }: { children: ReactNode }) => (
  <span className={classes.term}>{children}</span>
)
