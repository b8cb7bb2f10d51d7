/** The colours that carry meaning, by name; a theme maps a name to shades. */
export const COLOURS = [
  'plain',
  'red',
  'pink',
  'deep-orange',
  'orange',
  'green',
  'blue',
  'purple',
  'black',
] as const
export type Colour = (typeof COLOURS)[number]

/** A requested priority in the grids: the first four stand out, every later one is green. */
export const priorityColour = (priority: number): Colour =>
  (['red', 'pink', 'deep-orange', 'orange'] as const)[priority - 1] ?? 'green'
