import { Anchor, Checkbox, Group, Select, Text, TextInput } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { staff } from '#domain/access.ts'
import { address } from '#domain/address.ts'
import type { CurrentSample } from '#domain/allocation/contract.ts'
import { withName } from '#domain/samples/rules.ts'
import { resultCount } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useFlagParam, useTermParam } from '#web/lib/routing/navigation.ts'
import { useHasRole, useIsOffice } from '#web/lib/session/session.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { useTerms } from '#web/ui/forms/choices.ts'
import { LoadError, Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'
import { EmptyState } from '#web/ui/text/note.tsx'
import { GRID_KINDS, PARTICLE_KIND, shortGridKindLabel } from '../../allocation_grid/grid_kinds.ts'
import classes from './-columns.module.css'
import { Assigned, Requested, sampleColumns } from './-columns.tsx'

export const Route = createFileRoute('/samples/')({ component: SampleList })

const PAGE = 100

const columns = (term_id: string, staffed: boolean): Column<CurrentSample>[] => [
  ...sampleColumns<CurrentSample>(),
  ...(staffed
    ? [{ header: 'Requested', cell: (sample: CurrentSample) => <Requested sample={sample} /> }]
    : []),
  { header: 'Assigned', cell: (sample) => <Assigned sample={sample} term_id={term_id} /> },
]

function SampleList() {
  const current = useCall(api.terms.current)
  const office = useIsOffice()
  const staffed = useHasRole(...staff)
  return (
    <Page
      title="Sample List"
      actions={
        staffed && (
          <>
            <LinkButton to={address('/samples/scenarios')} variant="subtle">
              Scenarios
            </LinkButton>
            {office && (
              <LinkButton to={address('/samples/import')} variant="subtle">
                Import samples
              </LinkButton>
            )}
            <LinkButton to={address('/samples/assigned')} variant="default">
              Assigned Sample List
            </LinkButton>
          </>
        )
      }
    >
      {staffed && (
        <nav aria-label="Assign Samples" className={classes.grids}>
          <span>Assign Samples</span>
          {GRID_KINDS.map((kind) => (
            <LinkButton
              key={kind.path}
              to={address(kind.path)}
              size="compact-md"
              variant={kind === PARTICLE_KIND ? 'filled' : 'default'}
            >
              {shortGridKindLabel(kind)}
            </LinkButton>
          ))}
        </nav>
      )}
      <Loaded query={current}>{(now) => <TermSamples current={String(now ?? '')} />}</Loaded>
    </Page>
  )
}

function TermSamples({ current }: { current: string }) {
  const [term_id, choose] = useTermParam('/samples', current)
  const staffed = useHasRole(...staff)
  const [all, setAll] = useState(false)
  const [clash, setClash] = useFlagParam('/samples', 'clash')
  const [name, setName] = useState('')
  const [page, setPage] = useState(1)
  const code = all ? '1' : '0'
  const only = { term_id, ...(clash && { clash: '1' as const }) }
  const samples = useCall(api.allocation.current, { query: { all: code, ...only } }, { keep: true })
  const found = samples.data && withName(samples.data, name)
  const pages = Math.max(1, Math.ceil((found?.length ?? 0) / PAGE))
  const shown = Math.min(page, pages)
  return (
    <>
      <Group align="end" gap="md">
        <Select
          label="Term"
          w={120}
          value={term_id}
          data={useTerms()}
          allowDeselect={false}
          onChange={(value) => choose(value ?? current)}
        />
        <TextInput
          label="Name"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          label="Show all available samples"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
          mb={8}
        />
        {staffed && (
          <Checkbox
            label="Only clashes: assigned to several proposals"
            checked={clash}
            onChange={(event) => setClash(event.currentTarget.checked)}
            mb={8}
          />
        )}
      </Group>
      <Group justify="space-between" gap="sm">
        <Text role="status" fw={600}>
          {found ? resultCount(found.length) : 'Loading…'}
        </Text>
        <Group gap="md">
          <Databases />
          <CsvButton
            call={api.allocation.currentDownload}
            input={{ params: { all: code }, query: { ...only, name } }}
          />
        </Group>
      </Group>
      {samples.error && !samples.data ? (
        <LoadError error={samples.error} retry={() => void samples.refetch()} />
      ) : (
        <DataTable
          label="Samples"
          columns={columns(term_id, staffed)}
          rows={found?.slice((shown - 1) * PAGE, shown * PAGE)}
          rowKey={(sample) => sample.id}
          busy={samples.isPlaceholderData}
          empty={
            <EmptyState title="No samples found.">
              {clash
                ? 'No sample with this name is assigned to several proposals of this term.'
                : all
                  ? 'The catalogue has no available sample with this name.'
                  : !staffed
                    ? 'No sample with this name is confirmed in this term. Select “Show all available samples” to see the catalogue.'
                    : 'No sample with this name is requested or assigned in this term. Select “Show all available samples” to see the catalogue.'}
            </EmptyState>
          }
        />
      )}
      <Group justify="center">
        <Pager pages={pages} page={shown} goToPage={setPage} />
      </Group>
    </>
  )
}

/** Links to the two external sample databases. */
function Databases() {
  const ryugu = useCall(api.masters.ryuguUrl).data
  const bennu = useCall(api.masters.bennuUrl).data
  const links = [
    ['Ryugu sample database', ryugu],
    ['Bennu sample database', bennu],
  ] as const
  return links.map(
    ([label, url]) =>
      url && (
        <Anchor key={label} href={url.replaceAll('{name}', '')} target="_blank" rel="noreferrer">
          {label}
        </Anchor>
      ),
  )
}
