import { Group, Loader, Progress, Stack, Text } from '@mantine/core'
import { Dialog } from './dialog.tsx'

interface WaitingDialogProps {
  open: boolean
  text?: string
  /** 0 to 1 where it is known how far the work is. */
  progress?: number | null
}

/** Blocks the screen while work is on its way. */
export const WaitingDialog = ({ open, text = 'Waiting...', progress }: WaitingDialogProps) => (
  <Dialog open={open} label={text} size="sm">
    <Stack gap="sm" role="status" tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
      <Group>
        <Loader size="sm" aria-hidden />
        <Text fw={600}>{text}</Text>
      </Group>
      {typeof progress === 'number' && <Progress value={progress * 100} aria-label={text} />}
    </Stack>
  </Dialog>
)
