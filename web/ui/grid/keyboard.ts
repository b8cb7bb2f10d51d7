interface Position {
  i: number
  j: number
}
interface Key {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

const clamp = (value: number, size: number) => Math.max(0, Math.min(size - 1, value))

/** The position that a key leads to: arrows move one cell, Home and End along the row, with Ctrl to the corners, Page a screen. */
export function moveByKey(
  { key, ctrlKey, metaKey }: Key,
  { i, j }: Position,
  { rowCount, columnCount }: { rowCount: number; columnCount: number },
  page: number,
): Position | null {
  const far = ctrlKey || metaKey
  switch (key) {
    case 'ArrowDown':
      return { i: clamp(far ? rowCount : i + 1, rowCount), j }
    case 'ArrowUp':
      return { i: clamp(far ? 0 : i - 1, rowCount), j }
    case 'ArrowRight':
      return { i, j: clamp(far ? columnCount : j + 1, columnCount) }
    case 'ArrowLeft':
      return { i, j: clamp(far ? 0 : j - 1, columnCount) }
    case 'Home':
      return { i: far ? 0 : i, j: 0 }
    case 'End':
      return { i: far ? clamp(rowCount, rowCount) : i, j: clamp(columnCount, columnCount) }
    case 'PageDown':
      return { i: clamp(i + page, rowCount), j }
    case 'PageUp':
      return { i: clamp(i - page, rowCount), j }
    default:
      return null
  }
}
