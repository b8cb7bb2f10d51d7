import { Alert } from '@mantine/core'
import type { StaleGrid } from '#domain/allocation/contract.ts'
import { ScrollList } from '#web/ui/text/long_lists.tsx'
import { newsLine } from './news_words.ts'

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
    <ScrollList label="Changes of others" items={stale.changed.map(newsLine)} />
    {unsaved > 0 && 'Look at them, then press Save again.'}
  </Alert>
)
