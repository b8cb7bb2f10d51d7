import { Alert, List } from '@mantine/core'
import type { StaleGrid } from '#domain/allocation/contract.ts'
import { time } from '#web/lib/format.ts'

const DONE: Record<StaleGrid['changed'][number]['change'], string> = {
  assigned: 'assigned to',
  removed: 'taken away from',
  confirmed: 'confirmed for',
  returned: 'returned to unconfirmed for',
}

/** What somebody else changed while this grid was open. */
export const StaleNotice = ({ stale, onClose }: { stale: StaleGrid; onClose: () => void }) => (
  <Alert
    variant="light"
    title="Someone else changed these assignments meanwhile. Your ticks are kept below and not saved yet."
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
    Look at them, then press Save again.
  </Alert>
)
