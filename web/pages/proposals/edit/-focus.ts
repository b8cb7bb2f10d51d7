import { focusPath } from '#web/lib/focus_path.ts'

/** Puts the focus into a field, or into a list's item, once it is drawn. */
export const focusField = (path: string) => requestAnimationFrame(() => focusPath([path]))
