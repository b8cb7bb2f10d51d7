import { Button, Group, List, VisuallyHidden } from '@mantine/core'
import { useIdle } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { GridChanges, GridSample } from '#domain/allocation/contract.ts'
import { groupBy } from '#domain/group_by.ts'
import { time } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useLostAt } from '#web/lib/http/connection.ts'
import type { FailureKind } from '#web/lib/http/failures.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useOptionalUser } from '#web/lib/session/session.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import type { Place } from '#web/ui/grid/axes.ts'
import { ScrollPart } from '#web/ui/text/long_lists.tsx'
import type { GridModel } from './model.ts'

/** How often an open grid polls for changes of others, and after how much idle time it stops. */
const POLL_MS = 5_000
const IDLE_MS = 15 * 60_000

/** Failures that a poll does not report: the next poll follows soon. */
const SILENT_FAILURES: readonly FailureKind[] = ['internal', 'throttled', 'invalid', 'refused']

export type RemoteChange = GridChanges['changed'][number]

interface Watched {
  grid: string
  term_id: string
  /** The loaded version; null while loading. */
  etag: string | null
  /** The query key of the columns. */
  key: readonly unknown[]
}

/** Polls for changes of others in an open grid and applies them to the cached columns. Returns them newest first. */
export function useRemoteChanges({ grid, term_id, etag, key }: Watched) {
  const queries = useQueryClient()
  const me = useOptionalUser()?.id
  const idle = useIdle(IDLE_MS, { initialState: false })
  const away = useLostAt() !== null
  const [remoteChanges, setNews] = useState<readonly RemoteChange[]>([])
  const { data } = useCall(
    api.allocation.changes,
    { params: { grid }, query: { term_id, etag: etag ?? '' } },
    { enabled: etag !== null && !idle && !away, again: POLL_MS, own: SILENT_FAILURES },
  )
  useEffect(() => {
    if (!data || etag === null || data.etag === etag) return
    const theirs = data.changed.filter(({ by_id }) => by_id !== me).reverse()
    if (theirs.length > 0) setNews((known) => [...theirs.filter((one) => !includes(known, one)), ...known])
    queries.setQueryData<{ reply: GridSample[]; etag: string }>(
      key,
      (known) => known && { reply: withAssignments(known.reply, data.assignments), etag: data.etag },
    )
    // Changes in other grids are part of the rows.
    void queries.invalidateQueries({
      queryKey: api.allocation.proposalsOf.key({ params: { grid }, query: { term_id } }),
    })
  }, [data, etag, key, me, grid, term_id, queries])
  return { remoteChanges, dismissRemoteChanges: () => setNews([]) }
}

/** The columns with the current assignments; unchanged columns keep their identity. */
function withAssignments(columns: readonly GridSample[], all: GridChanges['assignments']): GridSample[] {
  const bySample = groupBy(all, ({ sample_id }) => sample_id)
  return columns.map((sample) => {
    const assigned_sample = bySample.get(sample.id) ?? []
    const same = assignmentsKey(assigned_sample) === assignmentsKey(sample.assigned_sample)
    return same ? sample : { ...sample, assigned_sample, assigned: assigned_sample.map((a) => a.proposal_id) }
  })
}

const assignmentsKey = (assigned: GridSample['assigned_sample']) =>
  JSON.stringify(
    assigned.map(({ main_key, proposal_id, status, priority }) => [main_key, proposal_id, status, priority]),
  )

const keyOf = ({ at, sample_id, proposal_id, change }: RemoteChange) =>
  `${at} ${sample_id} ${proposal_id} ${change}`
const includes = (known: readonly RemoteChange[], one: RemoteChange) =>
  known.some((other) => keyOf(other) === keyOf(one))

/** The texts of a change: in a count, and in a sentence before the proposal number. */
const CHANGE_TEXTS: Record<RemoteChange['change'], readonly [counted: string, said: string]> = {
  assigned: ['assigned', 'assigned to'],
  removed: ['removed', 'removed from'],
  moved: ['moved to another request', 'moved to another request of'],
  confirmed: ['confirmed', 'confirmed for'],
  returned: ['returned to unconfirmed', 'returned to unconfirmed for'],
  freed: ['freed', 'freed by'],
}

/** 'A0042 was assigned to proposal 12 by Mika Aalto, 2027-02-04 10:12'. */
export const remoteChangeText = ({ name, proposal_id, change, by, at }: RemoteChange): string =>
  `${name} was ${CHANGE_TEXTS[change][1]} proposal ${proposal_id} by ${by}, ${time(at)}`

/** 'Mika Aalto: 3 assigned, 1 confirmed'. */
export const remoteChangesSummary = (remoteChanges: readonly RemoteChange[]): string =>
  [...groupBy(remoteChanges, ({ by }) => by)]
    .map(([by, own]) => {
      const counts = [...groupBy(own, ({ change }) => change)]
      return `${by}: ${counts.map(([change, all]) => `${all.length} ${CHANGE_TEXTS[change][0]}`).join(', ')}`
    })
    .join('; ')

interface RemoteChangesButtonProps {
  model: GridModel
  /** Changes of others since they were last dismissed. */
  remoteChanges: readonly RemoteChange[]
  show: (place: Place) => void
  onRead: () => void
}

/** The number of changes by others, a button that opens the list. */
export function RemoteChangesButton({ model, remoteChanges, show, onRead }: RemoteChangesButtonProps) {
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onRead()
  }
  return (
    <>
      <VisuallyHidden role="status">
        {remoteChanges.length > 0 && remoteChangesSummary(remoteChanges)}
      </VisuallyHidden>
      {(remoteChanges.length > 0 || open) && (
        <Button
          variant="subtle"
          px={6}
          leftSection={<IconUsers size={16} aria-hidden />}
          aria-label={
            remoteChanges.length === 1 ? 'Others: 1 change' : `Others: ${remoteChanges.length} changes`
          }
          title={remoteChangesSummary(remoteChanges)}
          onClick={() => setOpen(true)}
        >
          {remoteChanges.length}
        </Button>
      )}
      <Dialog open={open} onClose={close} message="Changes by others; the grid shows them already." size="lg">
        <ScrollPart label="Changes of others">
          <List size="sm">
            {remoteChanges.map((one) => {
              const place = model.assignments.placeOf(one)
              return (
                <List.Item key={remoteChangeText(one)}>
                  {remoteChangeText(one)}{' '}
                  {place && (
                    <Button size="compact-xs" variant="subtle" mih={24} onClick={() => show(place)}>
                      {`Go to ${one.name}`}
                    </Button>
                  )}
                </List.Item>
              )
            })}
          </List>
        </ScrollPart>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close} data-autofocus>
            Close
          </Button>
        </Group>
      </Dialog>
    </>
  )
}
