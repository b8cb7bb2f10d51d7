import type { TextSpace } from './sizes.ts'

/** The gap between two texts of a line, in pixels. */
const GAP = 8
const NARROW = /[\s.,:;'|!()[\]ijlftr1-]/u
const WIDE = /[mwMW@%×+\u1100-\uffff]|[\ud800-\udbff]/u

/** An upper estimate of the width of a text in pixels. Measuring it would drop frames in a fast scroll. */
export const textWidth = (text: string) => {
  let width = 0
  for (const letter of text) width += NARROW.test(letter) ? 5.5 : WIDE.test(letter) ? 12 : 7.6
  return width
}

/** How many texts of these widths fit one after the other; a text wider than a line wraps. */
function countPlaced(widths: readonly number[], { width, lines }: TextSpace): number {
  let line = 0
  let used = 0
  for (const [n, wide] of widths.entries()) {
    if (used > 0 && used + GAP + wide > width) {
      line += 1
      used = 0
    }
    // Lines break between words, so they are never full.
    const over = wide > width ? Math.ceil((wide * 1.15) / width) - 1 : 0
    line += over
    if (line >= lines) return n
    used = over > 0 ? width : used === 0 ? wide : used + GAP + wide
  }
  return widths.length
}

/** How many texts of these widths fit: all, or as many as leave space for a button of width `button` that opens the others. `always`: the button is shown in any case. */
export function countFitting(
  widths: readonly number[],
  room: TextSpace,
  button: number,
  always = false,
): number {
  const all = countPlaced(widths, room)
  if (all === widths.length && !always) return all
  for (let n = all; n > 0; n--) if (countPlaced([...widths.slice(0, n), button], room) === n + 1) return n
  return 0
}
