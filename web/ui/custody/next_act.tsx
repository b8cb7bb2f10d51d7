import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import classes from './next_act.module.css'

interface NextActCardProps {
  title: ReactNode
  /** What it is about and what follows. */
  children?: ReactNode
  /** The last is the filled one. */
  buttons?: ReactNode
  /** Not the next one: without the colour. */
  later?: boolean
}

/** What is to be done next, with the one filled button of the screen; without buttons it says for whom it waits. */
export function NextActCard({ title, children, buttons, later = false }: NextActCardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={classes.card} data-later={later || undefined}>
        <div className={classes.text}>
          <Title order={2} id={id}>
            {title}
          </Title>
          {children}
        </div>
        {buttons && <div className={classes.buttons}>{buttons}</div>}
      </div>
      <InlineMessage />
    </section>
  )
}
