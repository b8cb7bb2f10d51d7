import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import classes from './unsaved.module.css'

/** The number of unsaved changes, and Discard. */
export const Unsaved = ({ count, discard }: { count: number; discard: () => void }) => (
  <>
    <span role="status" className={classes.unsaved} data-some={count > 0 || undefined}>
      {count > 0 ? `${count} not saved` : 'All saved'}
    </span>
    {count > 0 && (
      <ActionIcon
        variant="subtle"
        size={32}
        aria-label="Discard"
        title="Discard unsaved changes"
        onClick={discard}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    )}
  </>
)
