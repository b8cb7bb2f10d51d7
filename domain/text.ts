/** Lengths are counted in Unicode code points, words as runs of non-white-space. */
export const length = (text: string) => [...text].length
export const countWords = (text: string) => text.match(/\S+/gu)?.length ?? 0

/** The first `count` words and an ellipsis when there are more. */
export function firstWords(text: string, count: number): string {
  const words = text.match(/\S+/gu) ?? []
  return words.length > count ? `${words.slice(0, count).join(' ')}…` : words.join(' ')
}

export const REQUIRED = 'This field is required.'
export const tooLong = (max: number, stop = '') => `This form is limited in ${max} words${stop}`
export const tooManyWords = (max: number) => `Max ${max} words`
