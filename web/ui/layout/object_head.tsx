import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './object_head.module.css'
import { Section } from './section.tsx'

interface ObjectHeadProps {
  identity: ReactNode
  /** Status chips and tags. */
  chips?: ReactNode
  actions?: ReactNode
  /** All details, folded. */
  details: ReactNode
}

/** The part below an object's heading: identity, status, actions, and folded details. */
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
