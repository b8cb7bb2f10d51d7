import { Button, Checkbox, Select, Text, VisuallyHidden } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { address } from '#domain/address.ts'
import { PROCESSED_GRID } from '#domain/allocation/grid.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { target, useTermParam } from '#web/lib/routing/navigation.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { LoadError, Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { Board } from './board.tsx'
import { BREADCRUMBS, GRID_KINDS, type GridKind, gridKindLabel, shortGridKindLabel } from './grid_kinds.ts'
import { useGridMode, withScenario } from './scenarios/mode.ts'
import { MisplacedScenarioNote } from './scenarios/notes.tsx'
import classes from './screen.module.css'
import { useLoadedGrid } from './state/use_grid.ts'

/** The screen that assigns samples to the proposals of a term. */
export function AssignScreen({ kind }: { kind: GridKind }) {
  const terms = useCall(api.terms.all)
  const current = useCall(api.terms.current)
  const [actions, setActions] = useState<HTMLElement | null>(null)
  return (
    <Page
      title={
        <>
          Assign Samples<VisuallyHidden>: {gridKindLabel(kind)}</VisuallyHidden>
        </>
      }
      breadcrumbs={BREADCRUMBS}
      beside={<GridSwitch />}
      actions={<div ref={setActions} className={classes.actions} />}
    >
      <Loaded query={terms}>
        {(all) => (
          <Loaded query={current}>
            {(now) => <TermGrid kind={kind} terms={Object.values(all)} current={now} actions={actions} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}

interface TermGridProps {
  kind: GridKind
  terms: { id: number; label: string; disabled: boolean }[]
  current: number | null
  /** The element beside the heading for the buttons. */
  actions: HTMLElement | null
}

function TermGrid({ kind, terms, current, actions }: TermGridProps) {
  const [term_id, choose] = useTermParam(kind.path, String(current ?? ''))
  const [all, setAll] = useState(false)
  const office = useIsOffice()
  const { data, error, fetching, reload, remoteChanges, dismissRemoteChanges } = useLoadedGrid({
    grid: kind.grid,
    term_id,
  })
  const closed = terms.find(({ id }) => String(id) === term_id)?.disabled ?? false
  const [reloading, setReloading] = useState(false)
  const processed = kind.grid === PROCESSED_GRID
  const { ready, scenarioView, scenarioToPut, misplaced } = useGridMode(term_id)
  const loaded = useMemo(
    () => data && (scenarioView ? withScenario(data, scenarioView) : data),
    [data, scenarioView],
  )
  const filled = ready && loaded && loaded.rows.length > 0 && loaded.columns.length > 0 ? loaded : null
  async function reloadShown() {
    setReloading(true)
    await reload()
    setReloading(false)
  }
  const file = (
    <CsvButton
      title="Download CSV"
      classNames={{ root: classes.belowWide, label: classes.label }}
      call={api.allocation.downloadOf}
      input={{ params: { grid: String(kind.grid) }, query: { term_id } }}
    />
  )
  const tools = !scenarioView && (
    <>
      <span className={classes.term}>
        <span aria-hidden>Term</span>
        <Select
          aria-label="Term"
          w={84}
          value={term_id}
          data={terms.map(({ id, label }) => ({ value: String(id), label })).reverse()}
          allowDeselect={false}
          onChange={(value) => choose(value ?? String(current ?? ''))}
        />
      </span>
      {processed && (
        <>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => void reloadShown()}
          >
            Reload samples
          </Button>
          <Checkbox
            label="Show all samples"
            checked={all}
            onChange={(event) => setAll(event.currentTarget.checked)}
          />
        </>
      )}
    </>
  )
  return (
    <>
      {misplaced && <MisplacedScenarioNote scenario={misplaced} grid={kind.grid} />}
      {closed && <Text size="sm">This term is closed: its assignments cannot be changed.</Text>}
      {!filled && (
        <>
          <div className={classes.tools}>{tools}</div>
          {actions && createPortal(file, actions)}
        </>
      )}
      <WaitingDialog open={(fetching && !data) || reloading} text="Loading samples..." />
      {error && !data && <LoadError error={error} retry={() => void reload()} />}
      {ready && data && !filled && (
        <EmptyState title={data.rows.length === 0 ? 'No proposals submitted yet.' : 'No samples available.'}>
          {data.rows.length === 0
            ? 'The grid fills as proposals of this term are submitted.'
            : 'The catalogue has no samples of this kind that are available in this term.'}
        </EmptyState>
      )}
      {filled && (
        <Board
          key={`${kind.path} ${term_id} ${scenarioView ? (scenarioView.scenario?.id ?? 'new') : ''}`}
          kind={kind}
          label={`Assign Samples: ${gridKindLabel(kind)}`}
          term_id={term_id}
          loaded={filled}
          closed={closed}
          editable={(scenarioView ? scenarioView.editable : office) && !closed}
          scenarioView={scenarioView}
          scenarioToPut={office && !closed ? scenarioToPut : null}
          all={all}
          tools={tools}
          file={file}
          actions={actions}
          reload={() => void reload()}
          remoteChanges={remoteChanges}
          dismissRemoteChanges={dismissRemoteChanges}
        />
      )}
    </>
  )
}

/** Links to the grids as one switch. */
const GridSwitch = () => (
  <nav aria-label="Grids" className={classes.switch}>
    {GRID_KINDS.map((kind) => (
      <Link
        key={kind.path}
        {...target(address(kind.path))}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        {shortGridKindLabel(kind)}
      </Link>
    ))}
  </nav>
)
