import { ActionIcon, Popover } from '@mantine/core'
import { IconQuestionMark } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './layout.module.css'

/** A button that opens the meaning of the marks of the grid, each a span with its mark and its text, and the keys. */
export const LegendButton = ({ keys, children }: { keys: ReactNode; children: ReactNode }) => (
  <Popover position="bottom-end" shadow="md" withRoles={false} trapFocus returnFocus>
    <Popover.Target>
      <ActionIcon size={24} variant="default" aria-label="Legend" title="Legend" aria-haspopup="dialog">
        <IconQuestionMark size={14} aria-hidden />
      </ActionIcon>
    </Popover.Target>
    <Popover.Dropdown role="dialog" aria-label="Legend" tabIndex={-1}>
      <div className={classes.legend}>
        {children}
        <span className={classes.keys}>{keys}</span>
      </div>
    </Popover.Dropdown>
  </Popover>
)
