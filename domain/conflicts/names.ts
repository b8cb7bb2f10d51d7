/**
 * Whether two names may be one person's: in any order, with initials or further names, with and without accents, in Latin,
 * Cyrillic, Greek or kana letters, with the usual ways of writing them in Latin ones, and with one letter wrong. Chinese
 * characters are compared as characters, with the variants below; they and Korean letters are not read as Latin ones.
 */

const pairs = (text: string): [string, string][] =>
  text
    .trim()
    .split(/\s+/u)
    .map((pair) => pair.split(':') as [string, string])

/** Letters that have no base letter of their own under their marks, in Latin letters. */
const LETTERS = new Map(
  pairs(`
    ø:o ł:l đ:d ð:d þ:th ß:ss æ:ae œ:oe ı:i ħ:h ŋ:ng ə:a ŧ:t
    а:a б:b в:v г:g д:d е:e ж:zh з:z и:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch
    ъ: ы:y ь: э:e ю:yu я:ya і:i є:ye ґ:g ј:j љ:lj њ:nj ћ:c ђ:dj џ:dz ѕ:dz ә:a ө:o ү:u қ:k ғ:g ң:ng һ:h
    α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o
    あ:a い:i う:u え:e お:o か:ka き:ki く:ku け:ke こ:ko さ:sa し:shi す:su せ:se そ:so
    た:ta ち:chi つ:tsu て:te と:to な:na に:ni ぬ:nu ね:ne の:no は:ha ひ:hi ふ:fu へ:he ほ:ho
    ま:ma み:mi む:mu め:me も:mo や:ya ゆ:yu よ:yo ら:ra り:ri る:ru れ:re ろ:ro わ:wa を:o ん:n
    が:ga ぎ:gi ぐ:gu げ:ge ご:go ざ:za じ:ji ず:zu ぜ:ze ぞ:zo だ:da ぢ:ji づ:zu で:de ど:do
    ば:ba び:bi ぶ:bu べ:be ぼ:bo ぱ:pa ぴ:pi ぷ:pu ぺ:pe ぽ:po っ: ー: ぁ:a ぃ:i ぅ:u ぇ:e ぉ:o ゃ:ya ゅ:yu ょ:yo
    髙:高 﨑:崎 嵜:崎 邊:辺 邉:辺 齋:斉 齊:斉 斎:斉 澤:沢 廣:広 國:国 濱:浜 濵:浜 櫻:桜 嶋:島 嶌:島 瀨:瀬 德:徳 惠:恵 眞:真
    德:徳 榮:栄 龍:竜 渕:淵 冨:富 桒:桑 舘:館 塚:塚 張:张 劉:刘 陳:陈 楊:杨 黃:黄 趙:赵 吳:吴 孫:孙 馬:马 鄭:郑 謝:谢
    許:许 鄧:邓 蕭:萧 葉:叶 蘇:苏 呂:吕 蔣:蒋 陸:陆 錢:钱 韓:韩 馮:冯 羅:罗 盧:卢 鍾:钟 譚:谭 賈:贾 鄒:邹 龔:龚`),
)

const KATAKANA = /[\u30A1-\u30F6]/gu
const toHiragana = (text: string) =>
  text.replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))

/** し + ゃ is sha, き + ゃ is kya. */
const SMALL_Y = /([きしちにひみりぎじびぴ])([ゃゅょ])/gu
const latinOfSmallY = (_: string, kana: string, small: string) => {
  const consonant = LETTERS.get(kana)!.slice(0, -1)
  const vowel = LETTERS.get(small)!
  return /^(sh|ch|j)$/u.test(consonant) ? consonant + vowel.slice(1) : consonant + vowel
}

/** A word in small letters in Latin ones without accents; characters that have no Latin ones stay. */
export function romanise(word: string): string {
  const kana = toHiragana(word).replace(SMALL_Y, latinOfSmallY)
  // Kana first: the marks that are taken away next tell ga from ka.
  const others = kana.replace(/[ぁ-ゖー]/gu, (letter) => LETTERS.get(letter) ?? letter)
  const bases = others
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([αεο])υ/gu, '$1u')
  return [...bases].map((letter) => LETTERS.get(letter) ?? letter).join('')
}

/** What different ways of writing a sound become, in this order. */
const SOUNDS: [RegExp, string][] = [
  [/shch|sch|sh|sz/gu, 's'],
  [/tch|ch|kh/gu, 'h'],
  [/ph/gu, 'f'],
  [/([tzgdbr])h/gu, '$1'],
  [/ts|tz|ck|cz|[cq]/gu, 'k'],
  [/x/gu, 'ks'],
  [/w/gu, 'v'],
  [/[jy]/gu, 'i'],
  [/oh(?![aeiou])/gu, 'o'],
  [/ou|oe/gu, 'o'],
  [/ae/gu, 'a'],
  [/ue/gu, 'u'],
  [/ie/gu, 'e'],
  [/(.)\1+/gu, '$1'],
]
const soundOf = (latin: string) => SOUNDS.reduce((text, [from, to]) => text.replace(from, to), latin)

const TITLES = new Set([
  'dr',
  'prof',
  'professor',
  'mr',
  'mrs',
  'ms',
  'phd',
  'jr',
  'sr',
  'ii',
  'iii',
  'iv',
  'md',
])

interface Word {
  latin: string
  sound: string
  initial: boolean
}

/** The name's words in Latin letters, without titles. */
function wordsOf(text: string): Word[] {
  const written = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’‘ʼ`´]/gu, '')
  return (written.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    .map((word) => ({ latin: romanise(word), initial: /^\p{Ll}\p{M}*$/u.test(word) }))
    .filter(({ latin }) => latin !== '' && !TITLES.has(latin))
    .map((word) => ({ ...word, sound: soundOf(word.latin) }))
}

/** A name as it is compared. */
export interface ComparedName {
  words: readonly Word[]
  /** All of it as one word, given names first and last: 'Le Fèvre' is 'Lefèvre'. */
  joined: readonly [string, string]
}

export function comparedName({
  first_name,
  middle_name = '',
  last_name,
}: {
  first_name: string
  middle_name?: string
  last_name: string
}): ComparedName {
  const given = wordsOf(`${first_name} ${middle_name}`)
  const family = wordsOf(last_name)
  const join = (words: readonly Word[]) => soundOf(words.map(({ latin }) => latin).join(''))
  return {
    words: [...given, ...family],
    joined: [join([...given, ...family]), join([...family, ...given])],
  }
}

/** What two names that may be one person's have in common: the keys of an index. */
export const nameKeys = ({ words, joined }: ComparedName): string[] => [
  ...new Set([...words.filter(({ initial }) => !initial).map(({ sound }) => sound), ...joined]),
]

const isInitialOf = (a: Word, b: Word) =>
  a.initial && (b.latin.startsWith(a.latin) || b.sound.startsWith(a.sound))

/** Whether one letter was added, left out, changed, or changed places with its neighbour. */
function differsByOne(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1)
  const rest = (from: number) => short.slice(start + from) === long.slice(start + from)
  return rest(1) || (rest(2) && short[start] === long[start + 1] && short[start + 1] === long[start])
}

const MIN_LETTERS_FOR_A_SLIP = 5
const isSlip = (a: Word, b: Word) =>
  Math.min(a.sound.length, b.sound.length) >= MIN_LETTERS_FOR_A_SLIP &&
  !/\p{N}/u.test(a.latin + b.latin) &&
  differsByOne(a.sound, b.sound)

/**
 * Whether two names may be one person's: every word of the shorter one is in the other, as it is or as an initial, and at
 * least one as it is; or all words are, but for one letter of one of them; or they are the same word when joined.
 */
export function isNamesake(a: ComparedName, b: ComparedName): boolean {
  if (a.words.length === 0 || b.words.length === 0) return false
  if (a.joined[0].length > 1 && a.joined.some((one) => b.joined.includes(one))) return true
  const [short, long] = a.words.length <= b.words.length ? [a.words, b.words] : [b.words, a.words]
  if (short.length === 1 && long.length > 1) return false
  const left = [...long]
  const take = (fits: (word: Word) => boolean) => {
    const at = left.findIndex(fits)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  }
  const others = short.filter((word) => !take(({ sound }) => sound === word.sound))
  if (!short.some((word) => !word.initial && !others.includes(word))) return false
  const slips = others.length === 1 && left.length === 1 && isSlip(others[0]!, left[0]!)
  return (
    slips || others.every((word) => take((other) => isInitialOf(word, other) || isInitialOf(other, word)))
  )
}
