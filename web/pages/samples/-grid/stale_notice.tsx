import { Alert } from '@mantine/core'
import { Fragment } from 'react'
import type { StaleGrid } from '#domain/allocation/contract.ts'
import { time } from '#web/lib/format.ts'
import { ScrollList } from '#web/ui/scroll_list.tsx'
import type { News } from './news.ts'

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
    <Changed all={stale.changed} />
    {unsaved > 0 && 'Look at them, then press Save again.'}
  </Alert>
)

interface NewsNoticeProps {
  news: readonly News[]
  onClose: () => void
}

/** What others do while this grid is open, as it arrives in it. */
export const NewsNotice = ({ news, onClose }: NewsNoticeProps) =>
  news.length > 0 && (
    <Alert
      variant="light"
      title="Someone else works in this grid; what they did stands in it now."
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
      role="status"
    >
      <Changed all={news} />
    </Alert>
  )

const Changed = ({ all }: { all: readonly News[] }) => (
  <ScrollList
    label="Changes of others"
    items={all.map(({ sample_id, name, proposal_id, change, by, at }) => (
      <Fragment key={`${at} ${sample_id} ${proposal_id} ${change}`}>
        {name} was {DONE[change]} proposal {proposal_id} by {by}, {time(at)}
      </Fragment>
    ))}
  />
)
