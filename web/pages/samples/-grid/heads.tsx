import { memo } from 'react'
import { type Axes, columnSubject, rowSubject, type Subject } from './axes.ts'
import type { Measures } from './measures.ts'
import type { GridModel } from './model.ts'
import { ProposalHead } from './proposal_head.tsx'
import { SampleHead } from './sample_head.tsx'

interface HeadProps {
  model: GridModel
  axes: Axes
  measures: Measures
  /** The head of the row, or of the column, of this place on the screen. */
  of: 'row' | 'column'
  place: number
  onDetails: (subject: Subject) => void
  /** Changes when any tick does. */
  version: number
}

/** The head of a row or a column: a proposal or a sample. Plain elements: a fast scroll makes them by the hundred. */
export const Head = memo(function Head({ model, axes, place, ...head }: HeadProps) {
  const subject = (head.of === 'row' ? rowSubject : columnSubject)(model, axes, place)
  const { measures, of, onDetails } = head
  const shared = { measures, of, onDetails }
  return 'proposal' in subject ? (
    <ProposalHead {...subject} {...shared} answers={model.answers.row(subject.row)} />
  ) : (
    <SampleHead {...subject} {...shared} model={model} />
  )
})
