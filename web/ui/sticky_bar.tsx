import type { ReactNode } from 'react'
import classes from './sticky_bar.module.css'

/** The bar that stays at the bottom of the window while its page scrolls: what is the case at the left, what to do at the right. */
export const StickyBar = ({
  label,
  children,
  actions,
}: {
  label: string
  children: ReactNode
  actions: ReactNode
}) => (
  <section className={classes.bar} aria-label={label} data-bar>
    <div className={classes.said}>{children}</div>
    <div className={classes.actions}>{actions}</div>
  </section>
)
