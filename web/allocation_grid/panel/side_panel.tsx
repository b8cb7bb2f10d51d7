import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type Ref,
  useCallback,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useAltShortcut } from '#web/lib/screen/shortcuts.ts'
import type { Axes, Place } from '#web/ui/grid/axes.ts'
import type { GridModel, Subject } from '../state/model.ts'
import { ByProposal } from './by_proposal.tsx'
import { BySample } from './by_sample.tsx'
import classes from './panel.module.css'

/** Shows a proposal or a sample and focuses the panel. */
export interface PanelHandle {
  open(subject: Subject): void
  /** Switches to the proposal or the sample of the active cell. */
  turn(face: Face): void
}

interface SidePanelProps {
  ref: Ref<PanelHandle>
  model: GridModel
  axes: Axes
  /** The active cell. */
  active: Place
  editable: boolean
  /** Makes a place active, scrolls to it and focuses the grid. */
  show: (place: Place) => void
}

type Face = 'proposal' | 'sample'
const FACES: readonly (readonly [Face, string])[] = [
  ['proposal', 'By proposal'],
  ['sample', 'By sample'],
]

/** The panel beside the grid: the proposal or the sample of the active cell. */
export function SidePanel({ ref, model, axes, active, editable, show }: SidePanelProps) {
  const [face, setFace] = useState<Face>('proposal')
  const element = useRef<HTMLElement>(null)
  // The grid renders first, so that holding an arrow key is not slowed by the panel.
  const version = useDeferredValue(useSyncExternalStore(model.subscribe, model.getVersion))
  const row = useDeferredValue(active.row)
  const column = useDeferredValue(active.column)
  const order = face === 'proposal' ? axes.rows : axes.columns
  const at = order.indexOf(face === 'proposal' ? active.row : active.column)
  const place = (one: number): Place =>
    face === 'proposal' ? { ...active, row: one } : { ...active, column: one }

  useImperativeHandle(ref, () => ({
    turn: setFace,
    open(subject) {
      const of = 'proposal' in subject
      setFace(of ? 'proposal' : 'sample')
      show(of ? { ...active, row: subject.row } : { ...active, column: subject.column })
      element.current?.focus()
    },
  }))

  function walk(step: 1 | -1) {
    const next = order[at + step]
    if (next === undefined) return
    const focused = document.activeElement
    show(place(next))
    // The focus stays where it was.
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
  useAltShortcut('K', () => walk(-1))
  useAltShortcut('J', () => walk(1))

  const shown = useDeferredValue(axes)
  const latest = useRef(show)
  latest.current = show
  const go = useCallback(
    (to: Place) => {
      const { i, j } = shown.positionOf(to)
      if (i < 0 || j < 0) return null
      return () => {
        latest.current(to)
        // On a narrow screen the grid is below the panel.
        document.activeElement?.scrollIntoView({ block: 'nearest' })
      }
    },
    [shown],
  )

  // A pressed control may disappear, such as a taken suggestion: keep the focus in the panel.
  const inside = useRef(false)
  useEffect(() => {
    if (inside.current && document.activeElement === document.body)
      element.current?.focus({ preventScroll: true })
  })

  function press(event: KeyboardEvent<HTMLElement>) {
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (event.key !== 'Escape' || event.defaultPrevented || !inside) return
    event.preventDefault()
    show(active)
  }

  if (!model.rows[row] || !model.columns[column]) return null
  const shared = { model, version, editable, show: go }
  const subject =
    face === 'proposal' ? `proposal ${model.rows[row].id}` : `sample ${model.columns[column].name}`
  return (
    <section
      ref={element}
      className={classes.panel}
      aria-label={`By ${subject}`}
      tabIndex={-1}
      onKeyDown={press}
      onFocus={() => {
        inside.current = true
      }}
      onBlur={() => {
        inside.current = false
      }}
    >
      <VisuallyHidden component="h2">By {subject}</VisuallyHidden>
      <header>
        <fieldset className={classes.faces} aria-label="Beside the grid">
          {FACES.map(([code, label]) => (
            <button key={code} type="button" aria-pressed={face === code} onClick={() => setFace(code)}>
              {label}
            </button>
          ))}
        </fieldset>
        <span>{at < 0 ? `of ${order.length}` : `${at + 1} of ${order.length}`}</span>
        <StepButton label={`Previous ${face}`} letter="K" end={at <= 0} go={() => walk(-1)}>
          <IconArrowUp size={16} aria-hidden />
        </StepButton>
        <StepButton label={`Next ${face}`} letter="J" end={at === order.length - 1} go={() => walk(1)}>
          <IconArrowDown size={16} aria-hidden />
        </StepButton>
      </header>
      {face === 'proposal' ? <ByProposal {...shared} row={row} /> : <BySample {...shared} column={column} />}
    </section>
  )
}

interface StepButtonProps {
  label: string
  letter: string
  end: boolean
  go: () => void
  children: React.ReactNode
}

const StepButton = ({ label, letter, end, go, children }: StepButtonProps) => (
  <ActionIcon
    aria-label={label}
    aria-keyshortcuts={`Alt+${letter}`}
    aria-disabled={end}
    title={`${label} (Alt+${letter})`}
    onClick={go}
  >
    {children}
  </ActionIcon>
)
