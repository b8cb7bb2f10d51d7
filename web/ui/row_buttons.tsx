import classes from './row_parts.module.css'
import { DetailButton, PeekToggle } from './row_parts.tsx'
import type { DataTableProps } from './table_props.ts'

/** The buttons at the end of a row: its peek, its DETAIL. */
export function RowButtons<Row>({
  row,
  of: { detail, peek, rowName, rowKey },
}: {
  row: Row
  of: DataTableProps<Row>
}) {
  const key = String(rowKey(row))
  const name = rowName?.(row)
  return (
    <div className={classes.buttons}>
      {peek && <PeekToggle peek={peek} rowKey={key} name={name ?? key} />}
      {detail && <DetailButton to={detail(row)} name={name} />}
    </div>
  )
}
