import { type RowDrafts, useRowDrafts } from '#web/lib/drafts/row_drafts.ts'

export type FigureField = 'global_score' | 'rank'
export const FIGURES = { global_score: 'Global Score', rank: 'Rank' } as const

/** A figure as it is typed, and what it is typed over: the one that was saved, and its version. */
interface TypedFigure {
  text: string
  saved: string
  version: number
}

/** The figures that are typed in the ranking and not saved, of whatever page and whether their fields are open or not. */
export type Figures = RowDrafts<TypedFigure>

export const useFigures = (): Figures => useRowDrafts<TypedFigure>('figures')

export const figureKey = (id: number, field: FigureField) => `${id}/${field}`

/** 'Rank of 58: 3': each figure that is typed. */
export const figuresInWords = ({ values }: Figures): string[] =>
  Object.entries(values).map(([key, { text }]) => {
    const [id, field] = key.split('/')
    return `${FIGURES[field as FigureField]} of ${id}: ${text.trim() || 'empty'}`
  })
