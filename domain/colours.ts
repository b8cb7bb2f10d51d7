/** The colours that carry meaning, by name; a theme maps a name to shades. A hollow red has not begun and alarms nobody. */
export const COLOURS = [
  'plain',
  'red',
  'hollow-red',
  'pink',
  'deep-orange',
  'orange',
  'green',
  'blue',
  'sea',
  'black',
] as const
export type Colour = (typeof COLOURS)[number]

/** A requested priority in the grids: the first four stand out, every later one is green. */
export const priorityColour = (priority: number): Colour =>
  (['red', 'pink', 'deep-orange', 'orange'] as const)[priority - 1] ?? 'green'
