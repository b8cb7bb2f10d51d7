import { type Ref, useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Axes, Place } from '#web/ui/grid/axes.ts'
import type { CellPosition } from '#web/ui/grid/cell_frame.tsx'
import { type GridHandle, VirtualGrid } from '#web/ui/grid/virtual_grid.tsx'
import type { GridSizes } from '../geometry/sizes.ts'
import { type GridModel, proposalSubject, type Subject, sampleSubject } from '../state/model.ts'
import { GridCell } from './cell.tsx'
import { ProposalHead } from './proposal_head.tsx'
import { SampleHead, sampleHeadWidth } from './sample_head.tsx'

interface GridViewProps {
  ref: Ref<GridHandle>
  label: string
  model: GridModel
  axes: Axes
  sizes: GridSizes
  /** The active cell. */
  active: Place
  onActive: (place: Place) => void
  editable: boolean
  onDetails: (subject: Subject) => void
  onZoom: (step: 1 | -1) => void
  /** Shows a message above the grid. */
  showMessage: (text: string) => void
}

/** The grid of proposals and samples. */
export function GridView({ model, axes, sizes, editable, onDetails, ...view }: GridViewProps) {
  const version = useSyncExternalStore(model.subscribe, model.getVersion)
  const latest = useRef(onDetails)
  latest.current = onDetails
  const details = useCallback((subject: Subject) => latest.current(subject), [])
  const content = useMemo(
    () => ({
      head: (of: 'row' | 'column', place: number) => (
        <Head
          model={model}
          sizes={sizes}
          of={of}
          onDetails={details}
          subject={subjectOf(model, axes, of, place)}
        />
      ),
      cell: ({ row, column, ...position }: CellPosition) => (
        <GridCell
          key={position.j}
          {...position}
          {...model.cell(row, column)}
          why={editable ? model.whyNotChange(row, column) : null}
          sample={model.columns[column]!.name}
          proposal={model.rows[row]!.id}
          editable={editable}
        />
      ),
      ...(!axes.transposed && {
        widthOf: (j: number) => sampleHeadWidth(model.columns[axes.placeAt(0, j).column]!, sizes),
      }),
      nameOf: (place: Place) => cellName(model, place),
    }),
    [model, axes, sizes, editable, details],
  )

  function toggle({ row, column }: Place) {
    const { suggested, assigned } = model.cell(row, column)
    const done = suggested && !assigned ? model.takeSuggestions([suggested]) === 1 : model.toggle(row, column)
    const now = model.cell(row, column).assigned ? 'assigned' : 'not assigned'
    return done ? `${cellName(model, { row, column })}: ${now}` : (model.whyNotChange(row, column) ?? '')
  }
  /** P and S open the proposal and the sample of the cell. */
  function key(pressed: string, { row, column }: Place) {
    const letter = pressed.toLowerCase()
    if (letter === 'p') onDetails(proposalSubject(model, row))
    else if (letter === 's') onDetails(sampleSubject(model, column))
    else return false
    return true
  }
  return (
    <VirtualGrid
      {...view}
      corner={axes.transposed ? 'Samples by proposals' : 'Proposals by samples'}
      content={{ ...content, version }}
      axes={axes}
      sizes={sizes}
      editable={editable}
      keys={`Arrow keys move${editable ? ', Space assigns or removes' : ''}, P opens the proposal and S the sample of the cell, plus and minus zoom.`}
      onToggle={toggle}
      onKey={key}
    />
  )
}

const cellName = (model: GridModel, { row, column }: Place) =>
  `${model.columns[column]!.name}, proposal ${model.rows[row]!.id}`

interface HeadProps {
  model: GridModel
  sizes: GridSizes
  of: 'row' | 'column'
  subject: Subject
  onDetails: (subject: Subject) => void
}

/** The head of a row or a column: a proposal or a sample. */
function Head({ model, subject, ...head }: HeadProps) {
  return 'proposal' in subject ? (
    <ProposalHead {...subject} {...head} answers={model.answers.row(subject.row)} />
  ) : (
    <SampleHead {...subject} {...head} model={model} />
  )
}

/** The proposal or sample of a row or a column of the screen. */
function subjectOf(model: GridModel, axes: Axes, of: 'row' | 'column', place: number): Subject {
  const { row, column } = of === 'row' ? axes.placeAt(place, 0) : axes.placeAt(0, place)
  return axes.transposed === (of === 'row') ? sampleSubject(model, column) : proposalSubject(model, row)
}
