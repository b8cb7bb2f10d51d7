interface At {
  i: number
  j: number
}
interface Key {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

const within = (value: number, size: number) => Math.max(0, Math.min(size - 1, value))

/** Where a key leads from a cell: arrows one cell, Home and End along the row, with Ctrl to the corners, Page a screen. */
export function moved(
  { key, ctrlKey, metaKey }: Key,
  { i, j }: At,
  { down, across }: { down: number; across: number },
  page: number,
): At | null {
  const far = ctrlKey || metaKey
  switch (key) {
    case 'ArrowDown':
      return { i: within(far ? down : i + 1, down), j }
    case 'ArrowUp':
      return { i: within(far ? 0 : i - 1, down), j }
    case 'ArrowRight':
      return { i, j: within(far ? across : j + 1, across) }
    case 'ArrowLeft':
      return { i, j: within(far ? 0 : j - 1, across) }
    case 'Home':
      return { i: far ? 0 : i, j: 0 }
    case 'End':
      return { i: far ? within(down, down) : i, j: within(across, across) }
    case 'PageDown':
      return { i: within(i + page, down), j }
    case 'PageUp':
      return { i: within(i - page, down), j }
    default:
      return null
  }
}
