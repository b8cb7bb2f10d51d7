import { Group, Loader, Progress, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Dialog } from './dialog.tsx'

interface WaitingDialogProps {
  open: boolean
  /** The work is done, and the next screen comes in a moment. */
  saved?: boolean
  text?: string
  /** 0 to 1 where it is known how far the work is. */
  progress?: number | null
}

/** Blocks the screen while work is on its way. */
export const WaitingDialog = ({
  open,
  saved = false,
  text = saved ? 'Saved successfully' : 'Waiting...',
  progress,
}: WaitingDialogProps) => (
  <Dialog
    open={open}
    size="sm"
    says={
      <Group role="status">
        {saved ? <IconCircleCheck size={22} aria-hidden /> : <Loader size="sm" aria-hidden />}
        <Text fw={600}>{text}</Text>
      </Group>
    }
  >
    {typeof progress === 'number' && <Progress value={progress * 100} aria-label={text} />}
  </Dialog>
)
