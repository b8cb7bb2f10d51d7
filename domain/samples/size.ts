// Sizes are stored in whole micrometres, and entered and shown in millimetres.
const MICROMETRES_PER_MM = 1000

export const micrometresToMm = (micrometres: number) => micrometres / MICROMETRES_PER_MM
export const toMicrometres = (mm: number) => Math.round(mm * MICROMETRES_PER_MM)

/** A size in micrometres as text in mm with three decimals; `unknown` for null. */
export const sizeInMm = (size: number | null, unknown = '') =>
  size === null ? unknown : micrometresToMm(size).toFixed(3)

/** The same with two decimals, as in the proposal form. */
export const sizeInForm = (size: number) => micrometresToMm(size).toFixed(2)
