/** A number in [0, 1) that looks random and is the same every time for the same seeds. */
export function spread(...seeds: number[]): number {
  let h = 0x9e3779b9
  for (const seed of seeds) {
    h = Math.imul(h ^ (seed + 0x7f4a7c15), 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  }
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32
}

/** One of a list, by a spread number. */
export const pick = <T>(list: readonly T[], ...seeds: number[]): T =>
  list[Math.floor(spread(...seeds) * list.length)]!
