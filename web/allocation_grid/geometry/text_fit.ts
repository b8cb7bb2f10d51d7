import type { Room } from './sizes.ts'

/** Pixels between two texts of a line. */
const GAP = 8
const NARROW = /[\s.,:;'|!()[\]ijlftr1-]/u
const WIDE = /[mwMW@%×+\u1100-\uffff]|[\ud800-\udbff]/u

/** About how wide a text of the grid is at most, in pixels: reckoned, for to measure it would cost a fast scroll its frames. */
export const widthOf = (text: string) => {
  let width = 0
  for (const letter of text) width += NARROW.test(letter) ? 5.5 : WIDE.test(letter) ? 12 : 7.6
  return width
}

/** How many texts of these widths stand whole in a room, one after the other; one wider than a line is broken. */
function placed(widths: readonly number[], { width, lines }: Room): number {
  let line = 0
  let used = 0
  for (const [n, wide] of widths.entries()) {
    if (used > 0 && used + GAP + wide > width) {
      line += 1
      used = 0
    }
    // Lines break at words, so that none is full.
    const over = wide > width ? Math.ceil((wide * 1.15) / width) - 1 : 0
    line += over
    if (line >= lines) return n
    used = over > 0 ? width : used === 0 ? wide : used + GAP + wide
  }
  return widths.length
}

/**
 * How many texts of these widths stand whole in a room: all, or as many as leave room for a button as wide as `button`
 * that opens the others; `always` when the button is there in any case.
 */
export function fitting(widths: readonly number[], room: Room, button: number, always = false): number {
  const all = placed(widths, room)
  if (all === widths.length && !always) return all
  for (let n = all; n > 0; n--) if (placed([...widths.slice(0, n), button], room) === n + 1) return n
  return 0
}
