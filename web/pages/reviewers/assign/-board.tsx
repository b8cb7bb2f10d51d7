import { Alert, Button, List, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBulb, IconTool } from '@tabler/icons-react'
import {
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import type { ReviewerGrid, TakeOutcome } from '#domain/assign_reviewers/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { DraftNote, LeaveGuard, useDiscard } from '#web/ui/forms/unsaved_work.tsx'
import { axesOf, type Place, visiblePlace } from '#web/ui/grid/axes.ts'
import layout from '#web/ui/grid/layout.module.css'
import { useZoom } from '#web/ui/grid/sizes.ts'
import { UndoRedo } from '#web/ui/grid/undo_redo.tsx'
import { Unsaved } from '#web/ui/grid/unsaved.tsx'
import type { GridHandle } from '#web/ui/grid/virtual_grid.tsx'
import { AssignFinder } from './-finder.tsx'
import { AssignGrid, KEYS, WRITE_KEYS } from './-grid.tsx'
import { LimitBoxes } from './-limits.tsx'
import { MarkLegend } from './-marks.tsx'
import { type AssignModel, cellName, type MarkStep, totalsOf } from './-model.ts'
import { ACKNOWLEDGE, FORBIDDEN, type ReasonsHandle, ReasonsPanel } from './-reasons.tsx'
import { RequestButton } from './-request.tsx'
import { ConflictNotice, markText, useSaveMarks } from './-save.tsx'
import { sizesOf } from './-sizes.ts'
import { SuggestionBar, useSuggestions } from './-suggestions.tsx'
import { TotalsBar } from './-totals.tsx'
import { useAssignModel } from './-use_model.ts'
import classes from './assign.module.css'

interface BoardProps {
  grid: ReviewerGrid
  term_id: string
  editable: boolean
  /** Proposals as rows. */
  transposed: boolean
  /** Only these proposals are shown; null for all. */
  proposal_ids: readonly number[] | null
  /** Beside the limits: the term. */
  tools: ReactNode
  /** The CSV button, and the element beside the heading that it and the other buttons are rendered into. */
  file: ReactNode
  actions: HTMLElement | null
  reload: () => void
}

const LEAVE =
  'You have fixed or forbidden reviewers that are not saved. They are kept on this device and restored when you open this screen again.'

/** A loaded grid with limits, totals, reasons and suggestions. */
export function Board({
  grid,
  term_id,
  editable,
  transposed,
  proposal_ids,
  tools,
  file,
  actions,
  reload,
}: BoardProps) {
  const { model, draft } = useAssignModel(
    grid,
    editable ? `reviewer_assignment/${term_id}` : undefined,
    reload,
  )
  useSyncExternalStore(model.subscribe, model.getVersion)
  const phone = useMediaQuery('(max-width: 639.98px)', false, { getInitialValueInEffect: false }) ?? false
  const [zoom, setZoom] = useZoom()
  const sizes = useMemo(() => sizesOf(zoom, { transposed, phone }), [zoom, transposed, phone])
  const axes = useMemo(() => {
    const only = proposal_ids && new Set(proposal_ids)
    const columns = [...model.columns.keys()].filter((column) => only?.has(model.columns[column]!.id) ?? true)
    return axesOf(model, { rows: [...model.rows.keys()], columns }, transposed)
  }, [model, proposal_ids, transposed])
  const [chosen, setActive] = useState<Place | null>(null)
  const active = visiblePlace(axes, chosen)
  // The grid renders first, so that holding an arrow key is not slowed by the panel.
  const explained = useDeferredValue(active)
  const view = useRef<GridHandle>(null)
  const reasons = useRef<ReasonsHandle>(null)
  const find = useRef<HTMLInputElement>(null)
  const request = useRef<HTMLButtonElement>(null)
  const [message, showMessage] = useState('')
  const goTo = (place: Place, focus = true) => view.current?.show(place, focus)
  const describeChanges = () => model.changes().map((change) => markText(model, change, change.value))
  const discard = useDiscard({ draft, what: 'marks', describeChanges })
  const suggestions = useSuggestions(model, term_id, proposal_ids)
  const taking = useTake(model, request)
  const save = useSaveMarks({
    model,
    term_id,
    onSaved: () => draft.clear(),
    onOutdated: reload,
  })
  const totals = useMemo(
    () =>
      totalsOf(
        model,
        axes.columns.map((column) => model.columns[column]!),
      ),
    [model, axes],
  )
  const commands = {
    explain: () => reasons.current?.open(),
    take(place: Place) {
      const why = whyNotTakeNow(model, place)
      if (why !== null) return why
      void taking.take([place])
      return ''
    },
    fix: (place: Place) => toggleMark(model, place, 'fixed'),
    forbid: (place: Place) => toggleMark(model, place, 'forbidden'),
  }
  return (
    <Stack gap="sm">
      {actions &&
        createPortal(
          <>
            {editable && <Unsaved count={model.unsaved} discard={() => void discard()} />}
            {editable && (
              <>
                <Button
                  variant="default"
                  leftSection={<IconBulb size={16} aria-hidden />}
                  disabled={suggestions.pending}
                  onClick={() => void suggestions.suggest()}
                >
                  Suggest
                </Button>
                {totals.declines > 0 && (
                  <Button
                    variant="default"
                    leftSection={<IconTool size={16} aria-hidden />}
                    title="Suggests reviewers in place of declined reports and moves nobody."
                    disabled={suggestions.pending}
                    onClick={() => void suggestions.repair()}
                  >
                    {`Repair ${totals.declines} ${totals.declines === 1 ? 'decline' : 'declines'}`}
                  </Button>
                )}
              </>
            )}
            {file}
            {editable && (
              <WriteButton
                variant="default"
                onClick={() => void save.run()}
                why={whyNotSave(model, save.pending)}
              >
                Save
              </WriteButton>
            )}
            {editable && totals.toRequest.length > 0 && (
              <RequestButton ref={request} model={model} reports={totals.toRequest} />
            )}
          </>,
          actions,
        )}
      <search className={classes.bar}>
        <AssignFinder ref={find} model={model} axes={axes} active={active} goTo={goTo} />
        <LimitBoxes key={term_id} limits={grid.limits} term_id={term_id} editable={editable} />
        <span className={classes.tools}>
          {tools}
          {editable && (
            <UndoRedo<MarkStep>
              model={model}
              stepText={([step]) =>
                markText(model, step!, step!.after ?? step!.before).replace(
                  / (fixed|forbidden) for/u,
                  ' $1 for',
                )
              }
              goTo={goTo}
              showMessage={showMessage}
            />
          )}
        </span>
      </search>
      <DraftNote draft={draft} what="marks" describeChanges={describeChanges} />
      {save.conflict && (
        <ConflictNotice conflict={save.conflict} unsaved={model.unsaved} onClose={save.forget} />
      )}
      <RefusedReports model={model} refused={taking.refused} onClose={taking.forget} />
      <div className={`${layout.beside} ${classes.beside}`}>
        <div className={layout.card}>
          <TotalsBar model={model} totals={totals} axes={axes} active={active} goTo={goTo}>
            <span role="status">{message}</span>
          </TotalsBar>
          <AssignGrid
            ref={view}
            model={model}
            axes={axes}
            sizes={sizes}
            active={active}
            onActive={setActive}
            onPick={() => reasons.current?.pick()}
            editable={editable}
            onZoom={setZoom}
            showMessage={showMessage}
            commands={commands}
          />
        </div>
        <ReasonsPanel
          ref={reasons}
          model={model}
          active={explained}
          editable={editable}
          commands={commands}
          goTo={goTo}
        />
      </div>
      <MarkLegend keys={editable ? `${KEYS}, ${WRITE_KEYS}` : KEYS} />
      <SuggestionBar
        model={model}
        axes={axes}
        active={active}
        suggestions={suggestions}
        taking={taking.pending}
        take={(places) => void taking.take(places)}
      />
      <WaitingDialog open={save.pending} text="Saving..." />
      <LeaveGuard unsaved={() => editable && model.unsaved > 0} question={LEAVE} />
    </Stack>
  )
}

function whyNotSave(model: AssignModel, pending: boolean): string | null {
  if (pending) return 'It is being saved.'
  return model.unsaved === 0 ? 'Nothing is unsaved. Reports that are taken are saved at once.' : null
}

/** Why a cell cannot be taken, forbidden by hand and possible conflicts included. */
function whyNotTakeNow(model: AssignModel, place: Place): string | null {
  const why = model.whyNotTake(place)
  if (why !== null) return why
  if (model.markAt(place)?.mark === 'forbidden') return FORBIDDEN
  return model.wantsAcknowledgement(place) ? ACKNOWLEDGE : null
}

/** Sets or clears a mark; returns what to announce. */
function toggleMark(model: AssignModel, place: Place, mark: 'fixed' | 'forbidden'): string {
  const before = model.markAt(place)
  if (mark === 'fixed' && before?.mark !== 'fixed' && model.wantsAcknowledgement(place)) return ACKNOWLEDGE
  const after = model.toggleMark(place, mark)
  if (after === before) return model.whyNotTake(place) ?? ''
  return `${cellName(model, place)}: ${after === null ? `no longer ${mark}` : mark}, not saved`
}

/** Adds reports, takes them back from the banner, and keeps those that were refused. */
function useTake(model: AssignModel, next: RefObject<HTMLButtonElement | null>) {
  const banner = useBanner()
  const [refused, setRefused] = useState<NonNullable<TakeOutcome['refused']>>([])
  const remove = useAction(api.assignReviewers.untake)
  const add = useAction(api.assignReviewers.take, {
    undo: ({ taken = [] }) =>
      taken.length === 0
        ? null
        : { run: () => remove.run({ body: { report_ids: taken.map(({ report_id }) => report_id) } }) },
    onDone: (reply) => setRefused(reply.refused ?? []),
    onRefused: (reply) => {
      setRefused(reply.refused ?? [])
      banner.show('alert', reply.message)
      return true
    },
  })
  return {
    pending: add.pending,
    refused,
    forget: () => setRefused([]),
    async take(places: readonly Place[]) {
      const many = places.length > 1
      const items = places.map((place) => ({
        ...model.idsAt(place),
        acknowledged: model.isUnjudged(place) && model.isAcknowledged(place),
      }))
      const reply = await add.run({ body: { items } })
      // The pressed button disappears: the focus goes to the next step.
      if (many && reply?.result === 1) requestAnimationFrame(() => next.current?.focus())
    },
  }
}

interface RefusedReportsProps {
  model: AssignModel
  refused: NonNullable<TakeOutcome['refused']>
  onClose: () => void
}

/** The reports that could not be added, each with the reason. */
const RefusedReports = ({ model, refused, onClose }: RefusedReportsProps) =>
  refused.length > 0 && (
    <Alert
      variant="light"
      title={
        refused.length === 1
          ? 'One report could not be added.'
          : `${refused.length} reports could not be added.`
      }
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      <List size="sm">
        {refused.map(({ text, ...cell }) => (
          <List.Item key={`${cell.user_id} ${cell.proposal_id}`}>
            {`${model.rows.find(({ id }) => id === cell.user_id)?.name ?? 'A reviewer'} for ${cell.proposal_id}: ${text}`}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
