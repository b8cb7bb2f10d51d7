import { Alert, List } from '@mantine/core'
import type { StaleGrid } from '#domain/allocation/contract.ts'
import { time } from '#web/lib/format.ts'

const DONE: Record<StaleGrid['changed'][number]['change'], string> = {
  assigned: 'assigned to',
  removed: 'taken away from',
  moved: 'moved to another request of',
  confirmed: 'confirmed for',
  returned: 'returned to unconfirmed for',
}

interface StaleNoticeProps {
  stale: StaleGrid
  /** How many of the own ticks are not saved yet. */
  unsaved: number
  onClose: () => void
}

/** What was changed elsewhere while this grid was open. */
export const StaleNotice = ({ stale, unsaved, onClose }: StaleNoticeProps) => (
  <Alert
    variant="light"
    title={`Someone else changed these assignments meanwhile.${unsaved > 0 ? ' Your ticks are kept below and not saved yet.' : ''}`}
    withCloseButton
    closeButtonLabel="Close"
    onClose={onClose}
  >
    <List size="sm">
      {stale.changed.map(({ sample_id, name, proposal_id, change, by, at }) => (
        <List.Item key={`${at} ${sample_id} ${proposal_id} ${change}`}>
          {name} was {DONE[change]} proposal {proposal_id} by {by}, {time(at)}
        </List.Item>
      ))}
    </List>
    {unsaved > 0 && 'Look at them, then press Save again.'}
  </Alert>
)
