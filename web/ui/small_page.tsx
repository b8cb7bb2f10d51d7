import type { ReactNode } from 'react'
import { Page } from './page.tsx'
import { Section } from './section.tsx'
import classes from './small_page.module.css'

/** A short form in the middle of the screen: signing in and passwords. */
export const SmallPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={classes.small}>
    <Page title={title}>
      <Section>{children}</Section>
    </Page>
  </div>
)
