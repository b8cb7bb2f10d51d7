import { Button, Stack, Text } from '@mantine/core'
import { address } from '#domain/address.ts'
import { Dialog } from '#web/ui/dialog.tsx'

interface ConflictProps {
  /** Who saved when, as the server says it; null when there is no conflict. */
  message: string | null
  onOverwrite: () => void
  onTakeTheirs: () => void
  onStay: () => void
}

/** Someone saved the proposal since the form was opened: nothing is lost until one of the ways is chosen. */
export const Conflict = ({ message, onOverwrite, onTakeTheirs, onStay }: ConflictProps) => (
  <Dialog open={message !== null} says={message} onClose={onStay}>
    <Stack gap="sm">
      <Text>What you typed is still in the form, and kept as a draft on this device.</Text>
      <Button onClick={onStay} variant="default" data-autofocus>
        Keep typing
      </Button>
      <Button
        variant="default"
        component="a"
        href={address('/proposals/myproposal')}
        target="_blank"
        rel="noopener noreferrer"
      >
        Show what was saved, in a new tab
      </Button>
      <Button variant="default" onClick={onOverwrite}>
        Save mine in its place
      </Button>
      <Button variant="default" onClick={onTakeTheirs}>
        Discard mine and take what was saved
      </Button>
    </Stack>
  </Dialog>
)
