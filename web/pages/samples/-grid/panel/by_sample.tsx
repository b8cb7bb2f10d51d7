import { memo, useMemo } from 'react'
import type { Place } from '../change.ts'
import type { GridModel } from '../model.ts'
import { AskerLine } from './asker_line.tsx'
import { type Asker, askersOf } from './claims.ts'
import { Holders } from './holders.tsx'
import { MoreLines, useMost } from './more_lines.tsx'
import classes from './panel.module.css'
import { SampleCard } from './sample_card.tsx'

interface FaceProps {
  model: GridModel
  column: number
  /** Changes when any tick does. */
  version: number
  editable: boolean
  show: (place: Place) => (() => void) | null
}

/** Who has a sample, who asks for it by name, and whose request for any it could answer. */
export const BySample = memo(function BySample({ model, column, editable, show }: FaceProps) {
  const { byName, any } = useMemo(() => askersOf(model, column), [model, column])
  const list = { model, column, editable, show }
  return (
    <>
      <SampleCard sample={model.columns[column]!} />
      <Holders {...list} />
      <Askers {...list} key={`named ${column}`} title="Asked for by name" askers={byName} />
      <Askers {...list} key={`any ${column}`} title="Could answer an Any request" askers={any} />
    </>
  )
})

interface AskersProps extends Omit<FaceProps, 'version'> {
  title: string
  askers: readonly Asker[]
}

function Askers({ title, askers, ...list }: AskersProps) {
  const most = useMost()
  const shown = askers.slice(0, most.value)
  return (
    <section className={classes.part} aria-label={title}>
      <h3>
        {title} <small>{askers.length}</small>
      </h3>
      {askers.length === 0 && <p className={classes.none}>By nobody.</p>}
      <ul className={classes.lines}>
        {shown.map((asker) => (
          <AskerLine key={asker.row} {...list} {...asker} />
        ))}
      </ul>
      <MoreLines of={title} shown={shown.length} all={askers.length} most={most} />
    </section>
  )
}
