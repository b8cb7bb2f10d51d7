import { Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { SystemContract } from '#domain/contract.ts'
import type { ReplyOf } from '#domain/endpoint.ts'
import { PLACES, type Place, type Speakers } from '#domain/panel/leads.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import { termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useFlagParam, useTermParam } from '#web/lib/routing/navigation.ts'
import { useIsReadOnly } from '#web/lib/session/session.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { StickyBar } from '#web/ui/layout/sticky_bar.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'
import { EmptyState } from '#web/ui/text/note.tsx'
import classes from './leads.module.css'

export const Route = createFileRoute('/proposals/leads/')({ component: LeadsPage })

/** Who presents which proposal to the panel: named by hand, or as suggested. */
function LeadsPage() {
  const current = useCall(api.terms.current)
  return (
    <Page title="Speakers" breadcrumbs={[['Proposal List', address('/proposals')], ['Speakers']]}>
      <Loaded query={current}>{(now) => now !== null && <TermLeads current={String(now)} />}</Loaded>
    </Page>
  )
}

type Leads = ReplyOf<SystemContract['panel']['leads']>
type LeadRow = Leads['proposals'][number]

function TermLeads({ current }: { current: string }) {
  const [term_id] = useTermParam('/proposals/leads', current)
  const leads = useCall(api.panel.leads, { query: { term_id } })
  return <Loaded query={leads}>{(loaded) => <LeadTable leads={loaded} />}</Loaded>
}

const isFree = ({ first, second }: Speakers) => first === null || second === null

interface Lead extends Speakers {
  proposal_id: number
  acknowledged?: boolean
  version: number
}

/** Saves speakers. What was saved here counts at once: the next change may come before the list is read again. */
function useSaveLeads(read: readonly LeadRow[]) {
  const [kept, keep] = useState<ReadonlyMap<number, Lead>>(new Map())
  const { run, pending } = useAction(api.panel.saveLeads)
  const save = async (leads: readonly Lead[]) => {
    const { versions = [] } = (await run({ body: { leads: [...leads] } })) ?? {}
    const saved = versions.map(({ proposal_id, version }): [number, Lead] => [
      proposal_id,
      { ...leads.find((lead) => lead.proposal_id === proposal_id)!, version },
    ])
    keep((before) => new Map([...before, ...saved]))
  }
  const rows = read.map((row): LeadRow => {
    const own = kept.get(row.proposal_id)
    if (!own || own.version <= row.version) return row
    return { ...row, first: own.first, second: own.second, version: own.version, lost: [] }
  })
  return { rows, save, pending }
}

function LeadTable({ leads }: { leads: Leads }) {
  const { term, members } = leads
  const save = useSaveLeads(leads.proposals)
  const proposals = save.rows
  const [onlyFree, setOnlyFree] = useFlagParam('/proposals/leads', 'free')
  const [suggested, setSuggested] = useState<ReadonlyMap<number, Speakers>>(new Map())
  const suggest = useAction(api.panel.suggestLeads, { refresh: false })
  const free = proposals.filter(isFree)
  const shown = onlyFree ? free : proposals
  const why = whyReadOnly(term)
  const readOnly = useIsReadOnly() || why !== null
  /** What is suggested and still fits: the places that are named meanwhile stay as they are. */
  const openOf = (row: LeadRow): Speakers | undefined => {
    const own = suggested.get(row.proposal_id)
    const fits = own && PLACES.every((place) => row[place] === null || row[place] === own[place])
    return fits && isFree(row) ? own : undefined
  }
  const open = proposals.filter(openOf)
  const ask = async () => {
    const reply = await suggest.run({ query: { term_id: term.id } })
    if (reply?.result === 1) setSuggested(new Map(reply.items.map((item) => [item.proposal_id, item])))
  }
  const take = (rows: readonly LeadRow[]) =>
    save.save(
      rows.map((row) => {
        const { first, second } = openOf(row)!
        return { proposal_id: row.proposal_id, first, second, version: row.version }
      }),
    )
  if (proposals.length === 0)
    return (
      <EmptyState title="No submitted proposals">
        Speakers can be named as soon as proposals of {termLabel(term.id)} are submitted.
      </EmptyState>
    )
  const columns: Column<LeadRow>[] = [
    {
      header: 'ID: Title',
      title: true,
      to: (row) => address('/proposals/detail/$id', { id: row.proposal_id }),
      cell: (row) => `${row.proposal_id}: ${row.title}`,
      secondLine: (row) => [row.name, row.affiliation].filter(Boolean).join(' · '),
    },
    ...PLACES.map(
      (place): Column<LeadRow> => ({
        header: HEADERS[place],
        width: 250,
        cell: (row) => (
          <PlaceChoice
            row={row}
            place={place}
            leads={leads}
            suggested={row[place] === null ? (openOf(row)?.[place] ?? null) : null}
            disabled={readOnly || save.pending}
            save={save.save}
          />
        ),
      }),
    ),
    {
      header: 'Take',
      action: true,
      width: 74,
      cell: (row) =>
        openOf(row) && (
          <WriteButton
            size="compact-sm"
            variant="default"
            aria-label={`Take ${row.proposal_id}`}
            disabled={save.pending}
            onClick={() => void take([row])}
          >
            Take
          </WriteButton>
        ),
    },
  ]
  return (
    <>
      <Text size="sm" c="dimmed" maw={720}>
        The first speaker presents a proposal to the panel, the second adds to it. What you choose is saved at
        once. Nobody is mailed: members find theirs on the Dashboard and in the ranking.
      </Text>
      <Loads members={members} />
      <Group gap="sm">
        <SegmentedControl
          aria-label="Show"
          value={onlyFree ? 'free' : 'all'}
          onChange={(value) => setOnlyFree(value === 'free')}
          data={[
            { value: 'all', label: `All ${proposals.length}` },
            { value: 'free', label: `With a free place ${free.length}` },
          ]}
        />
        <ButtonWithReason
          variant="default"
          loading={suggest.pending}
          why={why ?? (free.length === 0 ? 'Every proposal has two speakers.' : null)}
          onClick={() => void ask()}
        >
          Suggest speakers
        </ButtonWithReason>
      </Group>
      <DataTable
        label="Speakers"
        columns={columns}
        rows={shown}
        rowKey={(row) => row.proposal_id}
        rowName={(row) => `${row.proposal_id} ${row.title}`}
        empty={<EmptyState title="Every proposal has two speakers" />}
      />
      {open.length > 0 && (
        <StickyBar
          label="Suggested speakers"
          actions={
            <>
              <Button variant="default" onClick={() => setSuggested(new Map())}>
                Dismiss
              </Button>
              <WriteButton loading={save.pending} onClick={() => void take(open)}>
                {`Take all ${open.length}`}
              </WriteButton>
            </>
          }
        >
          {`Suggested for ${open.length === 1 ? '1 proposal' : `${open.length} proposals`}: as even as conflicts of interest allow. Nothing is saved until you take it, and nobody is mailed.`}
        </StickyBar>
      )}
    </>
  )
}

const HEADERS: Record<Place, string> = { first: 'First speaker', second: 'Second speaker' }

/** How many proposals each member presents, as first and as second. */
const Loads = ({ members }: Pick<Leads, 'members'>) => (
  <ul className={classes.loads} aria-label="Proposals of each member">
    {members.map(({ id, name, first, second }) => (
      <li key={id}>
        {name} <b>{first + second}</b>
        <span>{` ${first} first, ${second} second`}</span>
      </li>
    ))}
  </ul>
)

interface PlaceChoiceProps {
  row: LeadRow
  place: Place
  leads: Leads
  /** The member suggested for this free place. */
  suggested: number | null
  disabled: boolean
  save: (leads: readonly Lead[]) => Promise<void>
}

/** A place of a proposal: a choice among the members without a conflict, saved at once. */
function PlaceChoice({ row, place, leads, suggested, disabled, save }: PlaceChoiceProps) {
  const ask = useConfirm()
  const other = row[place === 'first' ? 'second' : 'first']
  const isIn = (pairs: Leads['blocked'], id: number) =>
    pairs.some((pair) => pair.proposal_id === row.proposal_id && pair.user_id === id)
  const able = leads.members.filter(({ id }) => id !== other && !isIn(leads.blocked, id))
  const nameOf = (id: number) => leads.members.find((member) => member.id === id)?.name
  const lost = row.lost.find((one) => one.place === place)
  const choose = async (value: string) => {
    const id = value === '' ? null : Number(value)
    const { proposal_id, first, second, version } = row
    const write = (acknowledged: boolean) =>
      save([{ proposal_id, first, second, [place]: id, acknowledged, version }])
    if (id === null || !isIn(leads.unjudged, id)) return write(false)
    await ask({
      question: `${nameOf(id)} may have a conflict of interest with ${proposal_id}, which nobody has judged yet. Name them anyway?`,
      act: () => write(true),
    })
  }
  return (
    <div className={classes.place}>
      <NativeSelect
        size="xs"
        aria-label={`${HEADERS[place]} of ${row.proposal_id}`}
        value={row[place] ?? ''}
        disabled={disabled}
        onChange={({ currentTarget }) => void choose(currentTarget.value)}
        data={[
          { value: '', label: suggested === null ? 'Nobody' : `Suggested: ${nameOf(suggested)}` },
          ...able.map(({ id, name }) => ({
            value: String(id),
            label: isIn(leads.unjudged, id) ? `${name} (possible conflict)` : name,
          })),
        ]}
        data-suggested={suggested !== null || undefined}
      />
      {lost && <span className={classes.lost}>{`${lost.name} ${lost.why}`}</span>}
    </div>
  )
}
