import { Group, Select, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { GridProposal } from '#domain/allocation/contract.ts'
import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import { currentAssignments, figuresOf } from '#domain/scenarios/compare.ts'
import type { ScenarioRow } from '#domain/scenarios/contract.ts'
import { mayChange } from '#domain/scenarios/rules.ts'
import { newScenarioAddress } from '#web/allocation_grid/grid_kinds.ts'
import { termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useUser } from '#web/lib/session/session.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { useTerms } from '#web/ui/forms/choices.ts'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { SideBySide } from './-comparison.tsx'
import { type ScenarioLine, ScenarioList } from './-list.tsx'
import { type Shown, useSaid, useShown } from './-search.ts'

export const Route = createFileRoute('/samples/scenarios/')({ component: ScenarioScreen })

function ScenarioScreen() {
  const current = useCall(api.terms.current)
  // An address with only a scenario means the scenario's term.
  const { a, term_id } = useSaid()
  const alone = typeof a === 'number' && term_id === null
  const named = useCall(
    api.scenarios.get,
    { params: { id: alone ? a : 0 } },
    { enabled: alone, own: ['missing'] },
  )
  return (
    <Page title="Scenarios" breadcrumbs={[['Sample List', address('/samples')], ['Scenarios']]}>
      <Loaded query={current}>
        {(now) =>
          alone && named.isPending ? (
            <Lines />
          ) : (
            <Scenarios term_id={String(named.data?.term_id ?? now ?? '')} />
          )
        }
      </Loaded>
    </Page>
  )
}

function Scenarios(otherwise: { term_id: string }) {
  const { shown, show } = useShown(otherwise)
  const { term_id } = shown
  const terms = useCall(api.terms.all).data
  const open = terms?.[term_id]?.disabled === false
  const list = useCall(api.scenarios.list, { query: { term_id } })
  // The rows of every grid have all requests and all assignments.
  const rows = useCall(api.allocation.proposals, { query: { term_id } })
  return (
    <>
      <Group align="end" gap="sm">
        <Select
          label="Term"
          w={120}
          value={term_id}
          data={useTerms()}
          allowDeselect={false}
          onChange={(value) => value && show({ term_id: value })}
        />
        {open && (
          <LinkButton to={newScenarioAddress({ grid: PARTICLE_GRID, term_id })}>Make a scenario</LinkButton>
        )}
      </Group>
      {terms && term_id !== '' && !open && (
        <Text size="sm">
          {termLabel(Number(term_id))} is closed: its scenarios can be compared, but not changed.
        </Text>
      )}
      <Loaded query={list}>
        {(kept) => (
          <Loaded query={rows}>
            {(proposals) => <Kept kept={kept} rows={proposals} shown={shown} show={show} open={open} />}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

interface KeptProps {
  kept: readonly ScenarioRow[]
  rows: readonly GridProposal[]
  shown: Shown
  show: (next: Partial<Shown>) => void
  open: boolean
}

function Kept({ kept, rows, shown, show, open }: KeptProps) {
  const { a, b } = shown
  const user = useUser()
  const actor = { ...user, roles: user.role }
  if (kept.length === 0)
    return (
      <EmptyState title="No scenarios in this call yet.">
        A scenario is a named set of assignments in all grids. It assigns nothing: make one and compare it
        with another, or with the present assignments. Once you agree on one, the office puts it into the
        grids.
      </EmptyState>
    )
  const figures = figuresOf(rows, currentAssignments(rows))
  const lines: ScenarioLine[] = [
    { ref: 'now', name: 'What is assigned now', figures, now: figures, scenario: null },
    ...kept.map((scenario) => ({ ...scenario, ref: scenario.id, scenario })),
  ]
  const actions = open && kept.some((scenario) => mayChange(actor, scenario))
  const [first, second] = [a, b].map((ref) => lines.find((line) => line.ref === ref) ?? null)
  return (
    <>
      <ScenarioList lines={lines} actions={actions} sides={{ a, b }} choose={show} />
      {first && second ? (
        <SideBySide key={`${a} ${b}`} rows={rows} a={first} b={second} swap={() => show({ a: b, b: a })} />
      ) : (
        <Text c="dimmed" role="status">
          {first || second
            ? 'Select another one to compare the two.'
            : 'Select two to compare them side by side.'}
        </Text>
      )}
    </>
  )
}
