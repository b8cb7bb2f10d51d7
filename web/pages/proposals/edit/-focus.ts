/** Puts the focus into an item of a list once it is drawn. */
export const focusField = (list: string, position: number) =>
  requestAnimationFrame(() => {
    const item = document.querySelector(`[data-path^="${list}.${position}."]`)
    const control = item?.matches('input, select') ? item : item?.querySelector('input, select')
    if (control instanceof HTMLElement) control.focus()
  })
