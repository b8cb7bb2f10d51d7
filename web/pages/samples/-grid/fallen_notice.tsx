import { Alert, List } from '@mantine/core'
import { address } from '#domain/address.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import type { Fallen } from './change.ts'
import { changeText } from './words.ts'

interface FallenNoticeProps {
  fallen: readonly Fallen[]
  onClose: () => void
}

/** The person's own ticks that could not be kept, each with the reason and the way to its sample. */
export const FallenNotice = ({ fallen, onClose }: FallenNoticeProps) =>
  fallen.length > 0 && (
    <Alert
      variant="light"
      title={
        fallen.length === 1
          ? 'One of your ticks could not be kept.'
          : `${fallen.length} of your ticks could not be kept.`
      }
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      <List size="sm">
        {fallen.map((one) => (
          <List.Item key={`${one.sample_id} ${one.proposal_id}`}>
            {changeText(one)}: {one.why}{' '}
            <ScreenLink inherit to={address('/samples/history/$id', { id: one.sample_id })}>
              {`History of ${one.name}`}
            </ScreenLink>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
