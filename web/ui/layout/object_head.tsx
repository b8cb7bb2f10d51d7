import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './object_head.module.css'
import { Section } from './section.tsx'

interface ObjectHeadProps {
  /** One line: who it is of. */
  identity: ReactNode
  /** How it stands: chips and tags. */
  chips?: ReactNode
  /** What can be done with it. */
  actions?: ReactNode
  /** Everything about it, folded. */
  details: ReactNode
}

/** What stands under the heading of an object: one line of identity, how it stands, what can be done; the rest folded. */
export function ObjectHead({ identity, chips, actions, details }: ObjectHeadProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={classes.head}>
      <div className={classes.identity}>
        {identity}
        <UnstyledButton
          className={classes.all}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <IconChevronDown size={14} aria-hidden data-open={open || undefined} />
          All details
        </UnstyledButton>
      </div>
      {open && (
        <div id={id}>
          <Section>{details}</Section>
        </div>
      )}
      {(chips || actions) && (
        <div className={classes.standing}>
          <div className={classes.chips}>{chips}</div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
    </div>
  )
}
