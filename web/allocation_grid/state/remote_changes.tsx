import { Button, Group, List, VisuallyHidden } from '@mantine/core'
import { useIdle } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { GridSample, StaleGrid } from '#domain/allocation/contract.ts'
import { groupBy } from '#domain/group_by.ts'
import { time } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useLostAt } from '#web/lib/http/connection.ts'
import type { FailureKind } from '#web/lib/http/failures.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useOptionalUser } from '#web/lib/session/session.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { ScrollPart } from '#web/ui/text/long_lists.tsx'
import type { Place } from './assignments.ts'
import type { GridModel } from './model.ts'

/** So often an open grid asks what others have done in it, in ms; and no more when nobody has touched the screen for so long. */
const EVERY = 5_000
const IDLE = 15 * 60_000

/** What a look that fails keeps to itself: the next one comes soon, and nobody has asked for it. */
const QUIET: readonly FailureKind[] = ['internal', 'throttled', 'invalid', 'refused']

export type News = StaleGrid['changed'][number]

interface Watched {
  grid: string
  term_id: string
  /** The state that was loaded; null while it is not. */
  etag: string | null
  /** Where the columns are kept. */
  key: readonly unknown[]
}

/** What others did in an open grid, newest first, while it can be asked for; it is put into the grid as it arrives. */
export function useNews({ grid, term_id, etag, key }: Watched) {
  const queries = useQueryClient()
  const me = useOptionalUser()?.id
  const idle = useIdle(IDLE, { initialState: false })
  const away = useLostAt() !== null
  const [news, setNews] = useState<readonly News[]>([])
  const { data } = useCall(
    api.allocation.changes,
    { params: { grid }, query: { term_id, etag: etag ?? '' } },
    { enabled: etag !== null && !idle && !away, again: EVERY, own: QUIET },
  )
  useEffect(() => {
    if (!data || etag === null || data.etag === etag) return
    const theirs = data.changed.filter(({ by_id }) => by_id !== me).reverse()
    if (theirs.length > 0) setNews((known) => [...theirs.filter((one) => !told(known, one)), ...known])
    queries.setQueryData<{ reply: GridSample[]; etag: string }>(
      key,
      (known) => known && { reply: withAssignments(known.reply, data.assignments), etag: data.etag },
    )
    // What another grid has done for the same requests stands with the rows.
    void queries.invalidateQueries({
      queryKey: api.allocation.proposalsOf.key({ params: { grid }, query: { term_id } }),
    })
  }, [data, etag, key, me, grid, term_id, queries])
  return { news, forgetNews: () => setNews([]) }
}

/** The columns with what stands now; those of which nothing changed stay the same objects. */
function withAssignments(columns: readonly GridSample[], all: StaleGrid['assignments']): GridSample[] {
  const bySample = groupBy(all, ({ sample_id }) => sample_id)
  return columns.map((sample) => {
    const assigned_sample = bySample.get(sample.id) ?? []
    const same = standing(assigned_sample) === standing(sample.assigned_sample)
    return same ? sample : { ...sample, assigned_sample, assigned: assigned_sample.map((a) => a.proposal_id) }
  })
}

const standing = (assigned: GridSample['assigned_sample']) =>
  JSON.stringify(
    assigned.map(({ main_key, proposal_id, status, priority }) => [main_key, proposal_id, status, priority]),
  )

const keyOf = ({ at, sample_id, proposal_id, change }: News) => `${at} ${sample_id} ${proposal_id} ${change}`
const told = (known: readonly News[], one: News) => known.some((other) => keyOf(other) === keyOf(one))

/** What is done to a sample, counted, and in a sentence before the number of the proposal. */
const DONE: Record<News['change'], readonly [counted: string, said: string]> = {
  assigned: ['assigned', 'assigned to'],
  removed: ['taken away', 'taken away from'],
  moved: ['moved to another request', 'moved to another request of'],
  confirmed: ['confirmed', 'confirmed for'],
  returned: ['returned to unconfirmed', 'returned to unconfirmed for'],
}

/** 'A0042 was assigned to proposal 12 by Mika Aalto, 2027-02-04 10:12'. */
export const newsLine = ({ name, proposal_id, change, by, at }: News): string =>
  `${name} was ${DONE[change][1]} proposal ${proposal_id} by ${by}, ${time(at)}`

/** What others did, in short: 'Mika Aalto: 3 assigned, 1 confirmed'. */
export const newsText = (news: readonly News[]): string =>
  [...groupBy(news, ({ by }) => by)]
    .map(([by, own]) => {
      const counts = [...groupBy(own, ({ change }) => change)]
      return `${by}: ${counts.map(([change, all]) => `${all.length} ${DONE[change][0]}`).join(', ')}`
    })
    .join('; ')

interface NewsButtonProps {
  model: GridModel
  /** What others did since it was last read here. */
  news: readonly News[]
  show: (place: Place) => void
  onRead: () => void
}

/** That others work in this grid too: a count that moves nothing on the screen, and behind it what they did. */
export function NewsButton({ model, news, show, onRead }: NewsButtonProps) {
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onRead()
  }
  return (
    <>
      <VisuallyHidden role="status">{news.length > 0 && newsText(news)}</VisuallyHidden>
      {(news.length > 0 || open) && (
        <Button
          variant="subtle"
          px={6}
          leftSection={<IconUsers size={16} aria-hidden />}
          aria-label={news.length === 1 ? 'Others: 1 change' : `Others: ${news.length} changes`}
          title={newsText(news)}
          onClick={() => setOpen(true)}
        >
          {news.length}
        </Button>
      )}
      <Dialog
        open={open}
        onClose={close}
        message="What others did in this grid; it stands in it now."
        size="lg"
      >
        <ScrollPart label="Changes of others">
          <List size="sm">
            {news.map((one) => {
              const place = model.ticks.placeOf(one)
              return (
                <List.Item key={newsLine(one)}>
                  {newsLine(one)}{' '}
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
