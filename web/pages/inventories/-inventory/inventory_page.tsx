import { Text } from '@mantine/core'
import { address } from '#domain/address.ts'
import { formatSmall } from '#domain/custody/amounts.ts'
import type { Inventory } from '#domain/custody/inventories/contract.ts'
import { day } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { CustodyViews } from '#web/ui/custody/custody_views.tsx'
import { NextActCard } from '#web/ui/custody/next_act.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { ProgressStrip, StripFigure } from '#web/ui/lists/progress_strip.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { Differences } from './differences.tsx'
import classes from './inventory.module.css'
import { ResolvedEntries } from './resolved.tsx'
import { UnansweredHolders } from './unanswered.tsx'

/** An inventory: what differs, and who has not answered. */
export function InventoryPage({ id }: { id: string }) {
  const query = useCall(api.inventories.get, { params: { id: Number(id) } })
  return (
    <Page
      title={query.data?.name ?? 'Inventory'}
      breadcrumbs={[
        ['Loans', address('/loans')],
        ['Inventories', address('/inventories')],
        [query.data?.name ?? 'Inventory'],
      ]}
      actions={
        <>
          <CustodyViews />
          <EarlierInventory id={Number(id)} />
          <CsvButton call={api.inventories.download} input={{ params: { id: Number(id) } }}>
            Download CSV
          </CsvButton>
          {query.data?.may_act && query.data.closed_at === null && <CloseButton inventory={query.data} />}
        </>
      }
    >
      <Loaded query={query}>{(inventory) => <Shown inventory={inventory} />}</Loaded>
    </Page>
  )
}

/** A link to the inventory before. */
function EarlierInventory({ id }: { id: number }) {
  const rows = useCall(api.inventories.list).data?.rows ?? []
  const at = rows.findIndex((row) => row.id === id)
  const earlier = at < 0 ? undefined : rows[at + 1]
  return (
    earlier && (
      <LinkButton variant="default" to={address('/inventories/$id', { id: earlier.id })}>
        {earlier.name}
      </LinkButton>
    )
  )
}

const Shown = ({ inventory }: { inventory: Inventory }) => (
  <>
    <Progress inventory={inventory} />
    {inventory.closed_at === null && inventory.may_act && inventory.to_accept > 0 && (
      <Accept inventory={inventory} />
    )}
    <div className={classes.columns} data-alone={inventory.unanswered.length === 0 || undefined}>
      <div>
        <Differences inventory={inventory} />
        <ResolvedEntries inventory={inventory} />
      </div>
      {inventory.unanswered.length > 0 && <UnansweredHolders inventory={inventory} />}
    </div>
  </>
)

function Progress({ inventory }: { inventory: Inventory }) {
  const { answered, holders, name, asked_at, until, closed_at, closed_by, counts } = inventory
  return (
    <ProgressStrip
      label={name}
      parts={[
        { label: 'Confirmed', count: counts.confirmed + counts.resolved, kind: 'done' as const },
        { label: 'Differ', count: counts.differs + counts.unlisted, kind: 'trouble' as const },
        { label: 'Not there', count: counts.not_there, kind: 'kept' as const },
        { label: 'On the way', count: counts.on_its_way, kind: 'moving' as const },
        { label: 'No longer held', count: counts.not_held, kind: 'back' as const },
        { label: 'Not answered', count: counts.not_answered, kind: 'idle' as const },
      ].filter(({ count, label }) => count > 0 || label === 'Not answered')}
    >
      <StripFigure>{answered}</StripFigure>{' '}
      {`of ${holders === 1 ? '1 holder has' : `${holders} holders have`} answered`}
      <Text size="sm" c="dimmed">
        {closed_at === null
          ? `Asked ${day(asked_at)}, until ${until}${daysLeft(until)}`
          : `Asked ${day(asked_at)}, closed ${day(closed_at)} by ${closed_by}`}
      </Text>
    </ProgressStrip>
  )
}

const daysLeft = (until: string) => {
  const days = Math.round(
    (Date.parse(until) - Date.parse(new Date().toISOString().slice(0, 10))) / 86_400_000,
  )
  if (days === 0) return ', today'
  if (days < 0) return `, ${-days} ${days === -1 ? 'day' : 'days'} ago`
  return `, ${days} ${days === 1 ? 'day' : 'days'}`
}

const pieces = (n: number) => (n === 1 ? '1 piece' : `${n} pieces`)
const answers = (n: number) => (n === 1 ? '1 answer' : `${n} answers`)

/** The bulk act: everything that agrees with the record. */
function Accept({ inventory }: { inventory: Inventory }) {
  const accept = useAction(api.inventories.accept)
  const { ug, mpa } = inventory.tolerance
  return (
    <NextActCard
      title={`${answers(inventory.to_accept)} within tolerance`}
      buttons={
        <WriteButton
          loading={accept.pending}
          onClick={() => void accept.run({ params: { id: inventory.id } })}
        >
          {`Accept ${answers(inventory.to_accept)}`}
        </WriteButton>
      }
    >
      <Text size="sm">
        {`They differ by ${formatSmall('ug', ug)} or ${formatSmall('mpa', mpa)} at most. What was measured becomes what is on record: each difference is added to the events of its piece.`}
      </Text>
    </NextActCard>
  )
}

/** Closes the inventory; who has not answered is named before. */
function CloseButton({ inventory }: { inventory: Inventory }) {
  const ask = useConfirm()
  const close = useAction(api.inventories.close)
  const unanswered = inventory.counts.not_answered
  const press = () =>
    ask({
      question: `Close ${inventory.name}?`,
      yes: 'Close',
      no: 'Cancel',
      details: (
        <>
          <Text size="sm">Answers can no longer be given or changed. Nobody is mailed.</Text>
          {unanswered > 0 && (
            <Note kind="warn">
              {`${pieces(unanswered)} not answered for, by ${inventory.unanswered.map(({ name }) => name).join(', ')}. This stays on record, and is shown with what they owe.`}
            </Note>
          )}
        </>
      ),
      act: () => close.run({ params: { id: inventory.id }, body: { unanswered } }),
    })
  return (
    <WriteButton
      variant="default"
      why={inventory.why_not_close}
      loading={close.pending}
      onClick={() => void press()}
    >
      Close inventory
    </WriteButton>
  )
}
