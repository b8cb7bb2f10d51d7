import type { ReactNode } from 'react'
import type { Asteroid } from '#domain/masters/values.ts'
import { SampleName } from '../text/asteroid.tsx'
import classes from './tree.module.css'
import type { Rail } from './tree.ts'

interface TreeNameProps {
  rails: readonly Rail[]
  asteroid: Asteroid
  children: ReactNode
}

/** The name of a piece in a tree of splits, behind the lines that lead to it. */
export const TreeName = ({ rails, asteroid, children }: TreeNameProps) => (
  <span className={classes.name}>
    {rails.map((rail, level) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a rail is its level
      <i key={level} className={classes.rail} data-rail={rail} aria-hidden />
    ))}
    <SampleName asteroid={asteroid} name={children} />
  </span>
)
