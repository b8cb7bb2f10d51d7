import { Button, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { Scenario } from '#domain/scenarios/contract.ts'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { DraftNote, LeaveGuard, useDiscard } from '#web/ui/forms/unsaved_work.tsx'
import classes from './board.module.css'
import { type GridHandle, GridView } from './cells/grid_view.tsx'
import { Legend } from './cells/legend.tsx'
import { RequestWay } from './cells/proposal_head.tsx'
import { LensBar, NothingShown } from './filters/filter_bar.tsx'

import { useLens } from './filters/use_filters.ts'
import { axesOf, seen } from './geometry/axes.ts'
import { measuresOf, useZoom } from './geometry/sizes.ts'
import { confirmAt, type Kind } from './grid_kinds.ts'
import { ClashBar } from './navigation/clash_bar.tsx'
import { useGoTo, useOpening } from './navigation/go_to.ts'
import { columnOfRequest, nextClash } from './navigation/next_place.ts'
import { type PanelHandle, SidePanel } from './panel/side_panel.tsx'
import { FallenNotice, StaleNotice, useSave } from './save/save.tsx'
import { draftOf, type Sheet } from './scenarios/mode.ts'
import { PutNote, SheetNote } from './scenarios/notes.tsx'
import { ScenarioMenu, SheetSave } from './scenarios/save_scenario.tsx'
import type { Place } from './state/assignments.ts'
import { type News, NewsButton } from './state/remote_changes.tsx'
import type { GridRequest } from './state/requests.ts'
import { type Loaded, useTicks } from './state/use_grid.ts'
import { SuggestButton } from './suggest/suggest_dialog.tsx'
import { SuggestLine } from './suggest/suggestion_bar.tsx'
import { useSuggestions } from './suggest/use_suggestions.ts'
import { changeText } from './texts.ts'
import { Actions, UndoRedo } from './toolbar.tsx'
import { TotalsStrip } from './totals_bar.tsx'

interface BoardProps {
  kind: Kind
  label: string
  term_id: string
  loaded: Loaded
  editable: boolean
  /** The term is closed: nothing can be changed in it, by nobody. */
  closed: boolean
  /** Previously allocated samples that are not on offer too. */
  all: boolean
  /** What stands left of the search: the term. */
  tools: ReactNode
  /** The scenario that stands here in place of the assignments, if one does. */
  sheet: Sheet | null
  /** A scenario that is to be put into the grid. */
  put: Scenario | null
  /** The button that fetches the grid as a file, and where it stands: at the right of the heading, with Save. */
  file: ReactNode
  actions: HTMLElement | null
  reload: () => void
  news: readonly News[]
  forgetNews: () => void
}

const LEAVE =
  'You have ticks that are not saved. They are kept as a draft on this device and come back when you open this grid again.'

/** A loaded grid with its totals, its search and, for the office, its Save. */
export function Board({
  kind,
  label,
  term_id,
  loaded,
  editable,
  closed,
  all,
  tools,
  sheet,
  put,
  file,
  actions,
  reload,
  news,
  forgetNews,
}: BoardProps) {
  const key = editable ? `${draftOf(sheet)}/${kind.grid}/${term_id}` : undefined
  const { model, draft, fallen, forgetFallen, settle } = useTicks(loaded, key, reload)
  const grid = useRef<GridHandle>(null)
  const panel = useRef<PanelHandle>(null)
  const phone = useMediaQuery('(max-width: 639.98px)', false, { getInitialValueInEffect: false }) ?? false
  const transposed = kind.transposed ?? false
  const [zoom, setZoom] = useZoom()
  const measures = useMemo(() => measuresOf({ zoom, transposed, phone }), [zoom, transposed, phone])
  const version = useSyncExternalStore(model.subscribe, model.state)
  const lens = useLens({ model, version, grid: kind.grid, all })
  const axes = useMemo(() => axesOf(model, lens.shown, transposed), [model, lens.shown, transposed])
  const [chosen, setActive] = useState<Place | null>(null)
  const active = seen(axes, chosen)
  const find = useRef<HTMLInputElement>(null)
  const [said, say] = useState('')
  const goTo = useGoTo({ model, axes, lens, grid, say })
  useOpening({ model, active, panel, goTo, say })
  /** The sample that clashes and is looked at. */
  const [clash, setClash] = useState<number | null>(null)
  function goToClash() {
    const place = nextClash(model, axes, active)
    if (!place) return
    goTo(place)
    setClash(model.columns[place.column]!.id)
  }
  function goToRequest(proposal_id: number, request: GridRequest) {
    const row = model.ticks.rowOfProposal(proposal_id) ?? active.row
    const column = columnOfRequest(model, row, request)
    if (column === null) say('No sample of this grid could answer this request.')
    else goTo({ row, column })
  }
  const latest = useRef(goToRequest)
  latest.current = goToRequest
  // The same for every head, or all would be made anew at each move.
  const lead = useCallback((id: number, request: GridRequest) => latest.current(id, request), [])
  const goes = () => model.changes().map(changeText)
  const discard = useDiscard({ draft, what: 'ticks', describeChanges: goes })
  const suggestions = useSuggestions({ grid: kind.grid, term_id, of: draftOf(sheet), model })
  const save = useSave({
    grid: kind.grid,
    term_id,
    model,
    etag: loaded.etag,
    news,
    hidden: (place) => Object.values(axes.where(place)).includes(-1),
    onSaved: settle,
    onOutdated: reload,
  })
  return (
    <Stack gap="sm">
      {actions &&
        createPortal(
          <Actions model={model} editable={editable} discard={() => void discard()}>
            {!sheet && <NewsButton model={model} news={news} show={goTo} onRead={forgetNews} />}
            {!closed && <SuggestButton suggestions={suggestions} />}
            {!sheet && file}
            {editable && sheet && (
              <SheetSave sheet={sheet} kind={kind} term_id={term_id} model={model} settle={settle} />
            )}
            {!sheet && (
              <ScenarioMenu
                model={model}
                grid={kind.grid}
                term_id={term_id}
                editable={editable}
                closed={closed}
              />
            )}
            {editable && !sheet && (
              <Button onClick={() => void save.run()} disabled={save.pending}>
                Save
              </Button>
            )}
          </Actions>,
          actions,
        )}
      <LensBar
        find={find}
        model={model}
        grid={kind.grid}
        lens={lens}
        active={active}
        goTo={goTo}
        said={said}
        tools={tools}
      >
        {editable && <UndoRedo model={model} goTo={goTo} say={say} />}
      </LensBar>
      {sheet && <SheetNote sheet={sheet} kind={kind} term_id={term_id} />}
      <PutNote scenario={put} kind={kind} term_id={term_id} model={model} />
      <DraftNote draft={draft} what="ticks" describeChanges={goes} />
      {save.stale && <StaleNotice stale={save.stale} unsaved={model.unsaved} onClose={save.forget} />}
      <FallenNotice fallen={fallen} onClose={forgetFallen} />
      <SuggestLine model={model} suggestions={suggestions} editable={editable} show={goTo} />
      {clash !== null && model.columns[active.column]?.id === clash && (
        <ClashBar
          model={model}
          shown={axes}
          active={active}
          editable={editable}
          next={goToClash}
          close={() => setClash(null)}
          say={say}
        />
      )}
      <div className={classes.beside}>
        <div>
          <div className={classes.card}>
            <TotalsStrip
              model={model}
              axes={axes}
              active={active}
              goTo={(place) => {
                goTo(place)
                panel.current?.turn('proposal')
              }}
              goToClash={goToClash}
              confirms={editable && !sheet ? confirmAt(term_id) : null}
            />
            {axes.down > 0 && axes.across > 0 ? (
              <RequestWay value={lead}>
                <GridView
                  ref={grid}
                  label={label}
                  model={model}
                  axes={axes}
                  measures={measures}
                  active={active}
                  onActive={setActive}
                  editable={editable}
                  onDetails={(subject) => panel.current?.open(subject)}
                  onZoom={setZoom}
                  tell={say}
                />
              </RequestWay>
            ) : (
              <NothingShown grid={kind.grid} lens={lens} find={find} />
            )}
          </div>
          <Legend editable={editable} />
        </div>
        <SidePanel ref={panel} model={model} axes={axes} active={active} editable={editable} show={goTo} />
      </div>
      <WaitingDialog open={save.pending} text="Waiting..." />
      <LeaveGuard unsaved={() => editable && model.unsaved > 0} question={LEAVE} byQuery />
    </Stack>
  )
}
