import { Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { Scenario } from '#domain/scenarios/contract.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { DraftNote, LeaveGuard, useDiscard } from '#web/ui/forms/unsaved_work.tsx'
import { axesOf, type Place, visiblePlace } from '#web/ui/grid/axes.ts'
import layout from '#web/ui/grid/layout.module.css'
import { useZoom } from '#web/ui/grid/sizes.ts'
import type { GridHandle } from '#web/ui/grid/virtual_grid.tsx'
import { GridView } from './cells/grid_view.tsx'
import { Legend } from './cells/legend.tsx'
import { RequestLinkContext } from './cells/proposal_head.tsx'
import { FilterBar, NothingShown } from './filters/filter_bar.tsx'
import { useGridFilters } from './filters/use_filters.ts'
import { sizesOf } from './geometry/sizes.ts'
import { textWidth } from './geometry/text_fit.ts'
import { confirmAddress, type GridKind } from './grid_kinds.ts'
import { ClashBar } from './navigation/clash_bar.tsx'
import { useGoTo, useOpenFromAddress } from './navigation/go_to.ts'
import { columnOfRequest, nextClash } from './navigation/next_place.ts'
import { type PanelHandle, SidePanel } from './panel/side_panel.tsx'
import { RejectedChangesNotice, useSave, VersionConflictNotice } from './save/save.tsx'
import { draftName, type ScenarioView } from './scenarios/mode.ts'
import { PutScenarioNote, ScenarioNote } from './scenarios/notes.tsx'
import { SaveScenarioButton, ScenarioMenu } from './scenarios/save_scenario.tsx'
import { type RemoteChange, RemoteChangesButton } from './state/remote_changes.tsx'
import type { GridRequest } from './state/requests.ts'
import { gridDraftKey, type LoadedGrid, useGridDraft } from './state/use_grid.ts'
import { SuggestButton } from './suggest/suggest_dialog.tsx'
import { SuggestionBar } from './suggest/suggestion_bar.tsx'
import { useSuggestions } from './suggest/use_suggestions.ts'
import { changeText } from './texts.ts'
import { GridUndoRedo, Toolbar } from './toolbar.tsx'
import { TotalsBar } from './totals_bar.tsx'

interface BoardProps {
  kind: GridKind
  label: string
  term_id: string
  loaded: LoadedGrid
  editable: boolean
  /** The term is closed: nobody can change its assignments. */
  closed: boolean
  /** Also show previously allocated samples that are not on offer. */
  all: boolean
  /** Shown beside the search: the term. */
  tools: ReactNode
  /** The scenario shown instead of the assignments, or null. */
  scenarioView: ScenarioView | null
  /** A scenario to put into the grid. */
  scenarioToPut: Scenario | null
  /** The CSV button, and the element beside the heading that it and Save are rendered into. */
  file: ReactNode
  actions: HTMLElement | null
  reload: () => void
  remoteChanges: readonly RemoteChange[]
  dismissRemoteChanges: () => void
}

const LEAVE =
  'You have unsaved assignments. They are kept on this device and restored when you open this grid again.'

/** A loaded grid with totals, filters, side panel and, for the office, Save. */
export function Board({
  kind,
  label,
  term_id,
  loaded,
  editable,
  closed,
  all,
  tools,
  scenarioView,
  scenarioToPut,
  file,
  actions,
  reload,
  remoteChanges,
  dismissRemoteChanges,
}: BoardProps) {
  const key = editable ? gridDraftKey(draftName(scenarioView), kind.grid, term_id) : undefined
  const { model, draft, rejected, dismissRejected, markSaved } = useGridDraft(loaded, key, reload)
  const grid = useRef<GridHandle>(null)
  const panel = useRef<PanelHandle>(null)
  const phone = useMediaQuery('(max-width: 639.98px)', false, { getInitialValueInEffect: false }) ?? false
  const transposed = kind.transposed ?? false
  const [zoom, setZoom] = useZoom()
  const widestName = useMemo(
    () => model.columns.reduce((widest, { name }) => Math.max(widest, textWidth(name)), 0),
    [model],
  )
  const sizes = useMemo(
    () => sizesOf({ zoom, transposed, phone, widestName }),
    [zoom, transposed, phone, widestName],
  )
  const version = useSyncExternalStore(model.subscribe, model.getVersion)
  const filters = useGridFilters({ model, version, grid: kind.grid, all })
  const axes = useMemo(() => axesOf(model, filters.shown, transposed), [model, filters.shown, transposed])
  const [chosen, setActive] = useState<Place | null>(null)
  const active = visiblePlace(axes, chosen)
  const find = useRef<HTMLInputElement>(null)
  const [message, showMessage] = useState('')
  const goTo = useGoTo({ model, axes, filters, grid, showMessage })
  useOpenFromAddress({ model, active, panel, goTo, showMessage })
  /** The clashing sample shown in the clash bar. */
  const [clash, setClash] = useState<number | null>(null)
  function goToClash(focus = true) {
    const place = nextClash(model, axes, active)
    if (!place) return null
    goTo(place, focus)
    const sample = model.columns[place.column]!
    setClash(sample.id)
    return sample
  }
  function goToRequest(proposal_id: number, request: GridRequest) {
    const row = model.assignments.rowOfProposal(proposal_id) ?? active.row
    const column = columnOfRequest(model, row, request)
    if (column === null) showMessage('No sample of this grid matches this request.')
    else goTo({ row, column })
  }
  const latest = useRef(goToRequest)
  latest.current = goToRequest
  // A stable callback: otherwise every head would render again at each move.
  const lead = useCallback((id: number, request: GridRequest) => latest.current(id, request), [])
  const describeChanges = () => model.changes().map(changeText)
  const discard = useDiscard({ draft, what: 'assignments', describeChanges })
  const suggestions = useSuggestions({ grid: kind.grid, term_id, of: draftName(scenarioView), model })
  const save = useSave({
    grid: kind.grid,
    term_id,
    model,
    etag: loaded.etag,
    remoteChanges,
    hidden: (place) => Object.values(axes.positionOf(place)).includes(-1),
    onSaved: markSaved,
    onOutdated: reload,
  })
  return (
    <Stack gap="sm">
      {actions &&
        createPortal(
          <Toolbar model={model} editable={editable} discard={() => void discard()}>
            {!scenarioView && (
              <RemoteChangesButton
                model={model}
                remoteChanges={remoteChanges}
                show={goTo}
                onRead={dismissRemoteChanges}
              />
            )}
            {!closed && <SuggestButton suggestions={suggestions} />}
            {!scenarioView && file}
            {editable && scenarioView && (
              <SaveScenarioButton
                scenarioView={scenarioView}
                kind={kind}
                term_id={term_id}
                model={model}
                markSaved={markSaved}
              />
            )}
            {!scenarioView && (
              <ScenarioMenu
                model={model}
                grid={kind.grid}
                term_id={term_id}
                editable={editable}
                closed={closed}
              />
            )}
            {editable && !scenarioView && (
              <WriteButton onClick={() => void save.run()} disabled={save.pending}>
                Save
              </WriteButton>
            )}
          </Toolbar>,
          actions,
        )}
      <FilterBar
        find={find}
        model={model}
        grid={kind.grid}
        filters={filters}
        active={active}
        goTo={goTo}
        message={message}
        tools={tools}
      >
        {editable && <GridUndoRedo model={model} goTo={goTo} showMessage={showMessage} />}
      </FilterBar>
      {scenarioView && <ScenarioNote scenarioView={scenarioView} kind={kind} term_id={term_id} />}
      <PutScenarioNote scenario={scenarioToPut} kind={kind} term_id={term_id} model={model} />
      <DraftNote draft={draft} what="assignments" describeChanges={describeChanges} />
      {save.stale && (
        <VersionConflictNotice stale={save.stale} unsaved={model.unsaved} onClose={save.forget} />
      )}
      <RejectedChangesNotice rejected={rejected} onClose={dismissRejected} />
      <SuggestionBar model={model} suggestions={suggestions} editable={editable} show={goTo} />
      {clash !== null && model.columns[active.column]?.id === clash && (
        <ClashBar
          model={model}
          shown={axes}
          active={active}
          editable={editable}
          next={goToClash}
          close={() => setClash(null)}
          showMessage={showMessage}
        />
      )}
      <div className={layout.beside}>
        <div>
          <div className={layout.card}>
            <TotalsBar
              model={model}
              axes={axes}
              active={active}
              goTo={(place) => {
                goTo(place)
                panel.current?.turn('proposal')
              }}
              goToClash={() => goToClash()}
              confirms={editable && !scenarioView ? confirmAddress(term_id) : null}
              legend={<Legend editable={editable} />}
            />
            {axes.rowCount > 0 && axes.columnCount > 0 ? (
              <RequestLinkContext value={lead}>
                <GridView
                  ref={grid}
                  label={label}
                  model={model}
                  axes={axes}
                  sizes={sizes}
                  active={active}
                  onActive={setActive}
                  editable={editable}
                  onDetails={(subject) => panel.current?.open(subject)}
                  onZoom={setZoom}
                  showMessage={showMessage}
                />
              </RequestLinkContext>
            ) : (
              <NothingShown grid={kind.grid} filters={filters} find={find} />
            )}
          </div>
        </div>
        <SidePanel ref={panel} model={model} axes={axes} active={active} editable={editable} show={goTo} />
      </div>
      <WaitingDialog open={save.pending} text="Waiting..." />
      <LeaveGuard unsaved={() => editable && model.unsaved > 0} question={LEAVE} byQuery />
    </Stack>
  )
}
