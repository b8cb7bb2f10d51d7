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
import type { Axes, Subject } from '../geometry/axes.ts'
import type { Place } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import { ByProposal } from './by_proposal.tsx'
import { BySample } from './by_sample.tsx'
import classes from './panel.module.css'

/** Turns to what the head of a row or a column stands for, and takes the focus. */
export interface PanelHandle {
  open(subject: Subject): void
  /** Tells of the proposal, or of the sample, of the cell in hand. */
  turn(face: Face): void
}

interface SidePanelProps {
  ref: Ref<PanelHandle>
  model: GridModel
  axes: Axes
  /** The cell in hand. */
  active: Place
  editable: boolean
  /** Makes a place the cell in hand, brings it into sight and gives the grid the focus. */
  show: (place: Place) => void
}

type Face = 'proposal' | 'sample'
const FACES: readonly (readonly [Face, string])[] = [
  ['proposal', 'By proposal'],
  ['sample', 'By sample'],
]

/** The proposal or the sample of the cell in hand, beside the grid: what it asks for, who asks for it, and what is given. */
export function SidePanel({ ref, model, axes, active, editable, show }: SidePanelProps) {
  const [face, setFace] = useState<Face>('proposal')
  const element = useRef<HTMLElement>(null)
  // The grid goes first: who holds an arrow key down is not to wait for the panel.
  const version = useDeferredValue(useSyncExternalStore(model.subscribe, model.state))
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
    // One goes on from where one is.
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
  useAltShortcut('K', () => walk(-1))
  useAltShortcut('J', () => walk(1))

  const shown = useDeferredValue(axes)
  const latest = useRef(show)
  latest.current = show
  const go = useCallback(
    (to: Place) => {
      const { i, j } = shown.where(to)
      if (i < 0 || j < 0) return null
      return () => {
        latest.current(to)
        // On a narrow screen the grid is below.
        document.activeElement?.scrollIntoView({ block: 'nearest' })
      }
    },
    [shown],
  )

  // What is pressed may go, a suggestion that is taken, a tick too many: the focus stays in the panel.
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
  const said = face === 'proposal' ? `proposal ${model.rows[row].id}` : `sample ${model.columns[column].name}`
  return (
    <section
      ref={element}
      className={classes.panel}
      aria-label={`By ${said}`}
      tabIndex={-1}
      onKeyDown={press}
      onFocus={() => {
        inside.current = true
      }}
      onBlur={() => {
        inside.current = false
      }}
    >
      <VisuallyHidden component="h2">By {said}</VisuallyHidden>
      <header>
        <fieldset className={classes.faces} aria-label="Beside the grid">
          {FACES.map(([code, label]) => (
            <button key={code} type="button" aria-pressed={face === code} onClick={() => setFace(code)}>
              {label}
            </button>
          ))}
        </fieldset>
        <span>{at < 0 ? `of ${order.length}` : `${at + 1} of ${order.length}`}</span>
        <Step label={`Previous ${face}`} letter="K" end={at <= 0} go={() => walk(-1)}>
          <IconArrowUp size={16} aria-hidden />
        </Step>
        <Step label={`Next ${face}`} letter="J" end={at === order.length - 1} go={() => walk(1)}>
          <IconArrowDown size={16} aria-hidden />
        </Step>
      </header>
      {face === 'proposal' ? <ByProposal {...shared} row={row} /> : <BySample {...shared} column={column} />}
    </section>
  )
}

interface StepProps {
  label: string
  letter: string
  end: boolean
  go: () => void
  children: React.ReactNode
}

const Step = ({ label, letter, end, go, children }: StepProps) => (
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
