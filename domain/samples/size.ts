// A size is kept in whole micrometres, and typed and shown in millimetres.
const MICROMETRES = 1000

export const micrometresToMm = (micrometres: number) => micrometres / MICROMETRES
export const toMicrometres = (mm: number) => Math.round(mm * MICROMETRES)

/** A size in micrometres as it is shown: mm with three decimals; `unknown` when there is none. */
export const sizeInMm = (size: number | null, unknown = '') =>
  size === null ? unknown : micrometresToMm(size).toFixed(3)

/** The same as the edit form of a proposal shows it: with two decimals. */
export const sizeInForm = (size: number) => micrometresToMm(size).toFixed(2)
