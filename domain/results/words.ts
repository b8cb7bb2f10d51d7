import { romanise } from '../conflicts/names.ts'

/** A word of a text as it is compared: without case, accents, punctuation and script. Positions count UTF-16 units. */
export interface Word {
  key: string
  start: number
  end: number
  /** It begins with a capital letter. */
  capital: boolean
  /** The first word of a sentence or a line. */
  first: boolean
  /** A character of a script that writes no spaces between words. */
  single: boolean
}

/** Cyrillic and Greek letters that look like Latin ones, for words that mix scripts. */
const LOOKALIKES: Record<string, string> = {
  ...{ а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'i', ј: 'j', к: 'k', м: 'm', т: 't' },
  ...{ в: 'b', н: 'h', α: 'a', ο: 'o', ρ: 'p', υ: 'u', ν: 'v', κ: 'k', τ: 't', ι: 'i', ε: 'e', χ: 'x' },
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const WORD = /[\p{L}\p{N}]/u
const INVISIBLE = /[\p{Cf}\u0640]/gu
const APOSTROPHE = /^['’ʼ`´]$/u
const SENTENCE_END = /[.!?:;\n。！？]/u
/** A character with its marks, or the letters of Korean syllables that are written one by one. */
const CHARACTER = /[\u1100-\u11FF]+|[\s\S]\p{M}*/gu

const seen = (character: string) =>
  character < '\u0080' && character.length === 1
    ? character.toLowerCase()
    : character.normalize('NFKC').replace(INVISIBLE, '').toLowerCase()

/** A word that mixes Latin letters with others is read as it looks. */
function keyOf(word: string): string {
  if (/^[a-z0-9]+$/u.test(word)) return word
  const mixed = /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)
  return romanise(mixed ? [...word].map((letter) => LOOKALIKES[letter] ?? letter).join('') : word)
}

/** The words of a text in order. A word of a script without spaces is one character. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let open: Word | null = null
  let first = true
  const close = () => {
    if (open) words.push({ ...open, key: keyOf(open.key) })
    open = null
  }
  const begin = (key: string, segment: string, start: number, single: boolean): Word => {
    const word = { key, start, end: start + segment.length, capital: false, first, single }
    first = false
    return { ...word, capital: single || segment !== segment.toLowerCase() }
  }
  for (const { 0: segment, index } of text.matchAll(CHARACTER)) {
    const key = seen(segment)
    if (key === '') continue
    if (UNSPACED.test(key)) {
      close()
      open = begin(key, segment, index, true)
      close()
    } else if (WORD.test(key)) {
      const before: Word | null = open
      if (before) open = { ...(before as Word), key: (before as Word).key + key, end: index + segment.length }
      else open = begin(key, segment, index, false)
    } else if (!(open && APOSTROPHE.test(segment))) {
      close()
      if (SENTENCE_END.test(key)) first = true
    }
  }
  close()
  return words
}

/** Characters of a script without spaces count as half a word. */
export const weightOf = ({ single }: Word) => (single ? 0.5 : 1)
