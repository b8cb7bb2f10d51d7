import { Group, Loader, Progress, Text } from '@mantine/core'
import { Dialog } from './dialog.tsx'

interface WaitingDialogProps {
  open: boolean
  text?: string
  /** 0 to 1 where it is known how far the work is. */
  progress?: number | null
}

/** Blocks the screen while work is on its way. */
export const WaitingDialog = ({ open, text = 'Waiting...', progress }: WaitingDialogProps) => (
  <Dialog
    open={open}
    size="sm"
    says={
      <Group role="status">
        <Loader size="sm" aria-hidden />
        <Text fw={600}>{text}</Text>
      </Group>
    }
  >
    {typeof progress === 'number' && <Progress value={progress * 100} aria-label={text} />}
  </Dialog>
)
