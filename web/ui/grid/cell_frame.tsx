// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualized; these are the roles of a grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and points at its active cell
import type { ReactNode } from 'react'
import classes from './virtual_grid.module.css'

/** The DOM id of the active cell, for aria-activedescendant. */
export const ACTIVE_CELL_ID = 'cell-in-hand'

/** What the grid says about a cell when it asks its content to render it. */
export interface CellPosition {
  row: number
  column: number
  /** Its column on the screen. */
  j: number
  /** Its width where it differs from the usual one. */
  width: number | undefined
  active: boolean
}

interface CellFrameProps extends Pick<CellPosition, 'j' | 'width' | 'active'> {
  /** The accessible name: row, column and state. */
  label: string
  /** What can be done with it, for screen readers. */
  action?: string | undefined
  readOnly?: boolean | undefined
  title?: string | undefined
  className?: string
  children?: ReactNode
}

/** The element of a cell; what is in it is the content's. */
export const CellFrame = ({
  j,
  width,
  active,
  label,
  action,
  readOnly,
  title,
  className,
  children,
}: CellFrameProps) => (
  <div
    role="gridcell"
    id={active ? ACTIVE_CELL_ID : undefined}
    aria-colindex={j + 2}
    aria-label={label}
    aria-description={action}
    aria-readonly={readOnly || undefined}
    data-active={active || undefined}
    style={width === undefined ? undefined : { width }}
    className={className ? `${classes.cell} ${className}` : classes.cell}
    title={title}
  >
    {children}
  </div>
)
