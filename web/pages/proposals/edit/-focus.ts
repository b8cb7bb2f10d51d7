import { focusFirstField } from '#web/lib/forms/field_elements.ts'

/** Puts the focus into a field, or into a list's item, once it is drawn. */
export const focusField = (path: string) => requestAnimationFrame(() => focusFirstField([path]))
