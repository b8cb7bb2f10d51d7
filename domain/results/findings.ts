import { copiedRuns, ownRuns, ownWords, type Source, sourceOf } from './copied_words.ts'
import type { FindingKind } from './status.ts'
import { type Word, wordsOf } from './words.ts'

/** Someone whose name and addresses must not be in a text. */
export interface HiddenPerson {
  first_name: string
  middle_name: string
  last_name: string
  /** Every address that they have or had. */
  addresses: readonly string[]
}

/** What a text for a proposer may not hold, and what it may. */
export interface LeakFacts {
  /** The proposal that it is about, and the numbers of all others. */
  proposal_id: number
  others: ReadonlySet<number>
  /** Who reviews, without those who are on the proposal themselves. */
  reviewers: readonly HiddenPerson[]
  /** The texts of the proposal's reports, and what was written about it among panel and office. */
  reports: readonly string[]
  notes: readonly string[]
  /** What the proposer has written: it can be quoted. */
  own: readonly string[]
  /** Names of the people on the proposal. */
  people: readonly string[]
}

/** A passage of a text that may give away what its reader may not know. */
export interface Leak {
  kind: FindingKind
  start: number
  end: number
  /** A sentence. */
  why: string
  /** Of the kind and the words: the same as long as they stay, wherever they are. */
  fingerprint: string
}

interface Passage {
  kind: FindingKind
  from: number
  to: number
  why: string
}

/** A capital letter at their beginning may be that of a sentence, or they are terms named after someone. */
const AMBIGUOUS = new Set(
  `anders ball banks bell berg best bishop black blue bragg brown bush case chance close cook cool cross curie day early east
  field fields ford fourier fox france french gauss good gray green grey hall hand hertz hill holland hope hunt hunter joule
  kelvin king lake land lane law laws light little long love low major mark marks marsh martin may mie mills mohs moon newton
  nier noble north page park parks pascal peak penny pole pool power price raman ray rayleigh read reading ring rich rose rock
  salt sand sands self sharp short silver small snow south spring star stark stern stone stones strange strong summer summers
  tan temple wall waters watt way weiss west white wild wilde will wills winter wise wood woods young zimmer`.match(
    /\S+/gu,
  ),
)
const TITLES = new Set(
  'dr prof professor mr mrs ms miss sir herr frau reviewer referee reviewers referees colleague'.split(' '),
)
const HONORIFICS = new Set([...'氏様'])
const MIN_SURNAME = 3
/** A name has at most so many words. */
const MAX_NAME_WORDS = 10

interface NamePattern {
  text: string
  /** The surname alone: it needs a title, a capital letter or an honorific. */
  alone: boolean
}

const joined = (words: readonly Word[]) => words.map(({ key }) => key).join('')

const known = new WeakMap<HiddenPerson, NamePattern[]>()

/** The ways in which a name may be written, joined to one word each; the same person is looked for in many texts. */
function patternsOf(person: HiddenPerson): NamePattern[] {
  const patterns = known.get(person) ?? writePatterns(person)
  known.set(person, patterns)
  return patterns
}

function writePatterns({ first_name, middle_name, last_name }: HiddenPerson): NamePattern[] {
  const [given, middle, family] = [wordsOf(first_name), wordsOf(middle_name), wordsOf(last_name)]
  const [g, m, f] = [joined(given), joined(middle), joined(family)]
  if (f === '') return g === '' ? [] : [{ text: g, alone: true }]
  const initial = given[0] && !given[0].single ? [...given[0].key][0]! : ''
  const initials = [...given, ...middle].map((word) => (word.single ? '' : ([...word.key][0] ?? ''))).join('')
  const whole = [g + f, f + g, g + m + f, f + g + m, initial + f, f + initial, initials + f, f + initials]
  return [
    ...[...new Set(whole)].filter((text) => text !== f).map((text) => ({ text, alone: false })),
    { text: f, alone: true },
  ]
}

/** The last of the words from `at` on that together are the text, or null. */
function endOf(words: readonly Word[], at: number, text: string): number | null {
  let read = ''
  for (let i = at; i < words.length && i < at + MAX_NAME_WORDS; i++) {
    read += words[i]!.key
    if (read === text) return i
    if (!text.startsWith(read)) return null
  }
  return null
}

function isNamed(words: readonly Word[], from: number, to: number, quotable: ReadonlySet<string>): boolean {
  const word = words[from]!
  const before = words[from - 1]?.key ?? ''
  const next = words[to + 1]?.key ?? ''
  if (TITLES.has(before)) return true
  if (word.single) {
    const honoured = HONORIFICS.has(next) || ['先', '教', 'さ', 'sa'].includes(next)
    return honoured || (to > from && !quotable.has(joined(words.slice(from, to + 1))))
  }
  const name = joined(words.slice(from, to + 1))
  if (quotable.has(name) || [...name].length < MIN_SURNAME) return false
  return word.capital && !AMBIGUOUS.has(name)
}

/** What is known of a proposal, prepared for many texts. */
interface Prepared {
  /** Names of the people on the proposal, joined; and the words that may be in a text because they are known to them. */
  names: ReadonlySet<string>
  quotable: ReadonlySet<string>
  reports: readonly Source[]
  notes: readonly Source[]
  own: ReadonlySet<string>
}
const preparedFacts = new WeakMap<LeakFacts, Prepared>()

function prepare(facts: LeakFacts): Prepared {
  const kept = preparedFacts.get(facts)
  if (kept) return kept
  const people = facts.people.map(wordsOf)
  const quotable = new Set([...people, ...facts.own.map(wordsOf)].flat().map(({ key }) => key))
  for (const person of people) for (let i = 1; i < person.length; i++) quotable.add(joined(person.slice(i)))
  const prepared = {
    names: new Set(people.map(joined)),
    quotable,
    reports: facts.reports.map(sourceOf),
    notes: facts.notes.map(sourceOf),
    own: ownRuns(facts.own),
  }
  preparedFacts.set(facts, prepared)
  return prepared
}

function nameLeaks(words: readonly Word[], facts: LeakFacts): Passage[] {
  const { names, quotable } = prepare(facts)
  const found: Passage[] = []
  for (const reviewer of facts.reviewers) {
    const patterns = patternsOf(reviewer).filter(({ text }) => text.length > 1 && !names.has(text))
    for (let at = 0; at < words.length; at++)
      for (const { text, alone } of patterns) {
        if (!text.startsWith(words[at]!.key)) continue
        const to = endOf(words, at, text)
        if (to === null || (alone && !isNamed(words, at, to, quotable))) continue
        found.push({ kind: 'name', from: at, to, why: 'This is the name of a reviewer.' })
        break
      }
  }
  return found
}

/** Words between the parts of an address that is written out. */
const ADDRESS_WORDS = new Set(['at', 'dot'])

const keysOfAddresses = new Map<string, string[]>()
const MAX_KEPT = 5000

function addressKeys(address: string): string[] {
  const kept = keysOfAddresses.get(address)
  if (kept) return kept
  const keys = wordsOf(address)
    .map(({ key }) => key)
    .filter((key) => !ADDRESS_WORDS.has(key))
  if (keysOfAddresses.size > MAX_KEPT) keysOfAddresses.clear()
  keysOfAddresses.set(address, keys)
  return keys
}

function addressLeaks(words: readonly Word[], facts: LeakFacts): Passage[] {
  const written = words.flatMap((word, at) => (ADDRESS_WORDS.has(word.key) ? [] : [{ word, at }]))
  const found: Passage[] = []
  for (const address of facts.reviewers.flatMap(({ addresses }) => addresses)) {
    const keys = addressKeys(address)
    if (keys.length < 2) continue
    for (let i = 0; i + keys.length <= written.length; i++)
      if (keys.every((key, n) => written[i + n]!.word.key === key)) {
        const [from, to] = [written[i]!.at, written[i + keys.length - 1]!.at]
        found.push({ kind: 'address', from, to, why: 'This is the address of a reviewer.' })
      }
  }
  return found
}

const setOf = (text: string) => new Set(text.match(/\S+/gu))
const REFERENCES = setOf(
  'proposal proposals application applications applicant no nr number numbers id ids ref reference submission',
)
/** What follows a number that names a proposal. */
const VERBS = setOf(
  `and or nor but which who that is was are were has had have asks asked ask asking wants wanted needs needed gets got get
  received receives receive instead as in on at for to from by because since while whose too also already will would can
  could scored ranked won takes took already`,
)
const MEASURES = setOf(
  `about around approximately nearly almost over under above below between page pages figure figures fig table tables section
  sections step steps version chapter year years since until before after ao call january february march april may june july
  august september october november december jan feb mar apr jun jul aug sep sept oct nov dec factor times within every`,
)
const UNITS = setOf(
  `mg µg ug μg mug g kg mm µm um μm nm cm m km k c pa kpa mpa hpa bar mbar percent h hour hours min minute minutes s second
  seconds day days week weeks month months ppm ppb ev kev mev hz khz mhz ghz ma ka v kv w of january february march april may
  june july august september october november december vol wt atoms keV ml l degrees degree`,
)
/** A unit follows the number, in the same sentence. */
const hasUnit = (text: string, number: Word, next: Word | undefined): boolean =>
  next !== undefined && UNITS.has(next.key) && !/[.;:]/u.test(text.slice(number.end, next.start))
const COMPARED = setOf('more less fewer greater larger smaller higher lower longer shorter better rather')
const SMALLEST_BARE = 10
const isYear = (n: number) => n >= 1900 && n <= 2100

function proposalLeaks(text: string, words: readonly Word[], facts: LeakFacts): Passage[] {
  const found: Passage[] = []
  /** A list of numbers of which the first was named a proposal. */
  let listed = false
  words.forEach((word, at) => {
    if (!/^\d{1,7}$/u.test(word.key)) {
      if (!['and', 'or', 'to'].includes(word.key)) listed = false
      return
    }
    const number = Number(word.key)
    const before = words[at - 1]?.key ?? ''
    const next = words[at + 1]
    const [left, right] = [text[word.start - 1] ?? '', text[word.end] ?? '']
    const joinedTo = (mark: string, beyond: string | undefined) =>
      /[-–‐‑/_.,:]/u.test(mark) && /[\p{L}\p{N}]/u.test(beyond ?? '')
    const referred =
      REFERENCES.has(before) ||
      (REFERENCES.has(words[at - 2]?.key ?? '') && ['no', 'nr', 'number', 'id', 'and'].includes(before)) ||
      /#\s*$/u.test(text.slice(Math.max(0, word.start - 2), word.start)) ||
      listed
    const unit = hasUnit(text, word, next)
    if (referred && !unit) listed = true
    if (!facts.others.has(number) || number === facts.proposal_id) return
    if (referred ? unit : !isBare()) return
    found.push({ kind: 'proposal', from: at, to: at, why: `${number} is the number of another proposal.` })

    function isBare(): boolean {
      if (number < SMALLEST_BARE || isYear(number) || unit) return false
      if (joinedTo(left, text[word.start - 2]) || joinedTo(right, text[word.end + 1])) return false
      if (/[%‰°×~±<>=≤≥]/u.test(text.slice(Math.max(0, word.start - 2), word.end + 2))) return false
      if (before === 'than' ? COMPARED.has(words[at - 2]?.key ?? '') : MEASURES.has(before)) return false
      const other = next && ['and', 'to', 'or'].includes(next.key) && /^\d+$/u.test(words[at + 2]?.key ?? '')
      if (other && UNITS.has(words[at + 3]?.key ?? '')) return false
      const gap = next === undefined ? '.' : text.slice(word.end, next.start)
      return /[^\s]/u.test(gap) || VERBS.has(next!.key)
    }
  })
  return found
}

const SCORES = setOf('score scores scored grade grades graded rank ranks ranked ranking rating ratings rated')
const ORDINAL =
  /^(\d+(st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d+)$/u
const WITHIN = 4

/** 'a score of 3.5', 'ranked 12th', 'in third place of the ranking'. */
function scoreLeaks(text: string, words: readonly Word[]): Passage[] {
  const found: Passage[] = []
  words.forEach((word, at) => {
    if (!SCORES.has(word.key)) return
    for (let i = at + 1; i <= at + WITHIN && i < words.length; i++) {
      if (/[.!?\n]\s/u.test(text.slice(words[i - 1]!.end, words[i]!.start))) return
      if (!ORDINAL.test(words[i]!.key) || hasUnit(text, words[i]!, words[i + 1])) continue
      const decimals = words[i + 1]
      const whole =
        decimals && /^[.,]$/u.test(text.slice(words[i]!.end, decimals.start)) && /^\d+$/u.test(decimals.key)
      found.push({ kind: 'score', from: at, to: whole ? i + 1 : i, why: 'This tells a score or a rank.' })
      return
    }
  })
  return found
}

const wordCount = (count: number) => `${count} ${count === 1 ? 'word is' : 'words are'}`

function copyLeaks(words: readonly Word[], facts: LeakFacts): Passage[] {
  const { reports, notes, own: runsOfOwn } = prepare(facts)
  const own = ownWords(words, runsOfOwn)
  const runs = (kind: 'report' | 'note', sources: readonly Source[], of: string) =>
    sources.flatMap((source) =>
      copiedRuns(words, source, own).map(
        (run): Passage => ({
          kind,
          from: run.from,
          to: run.to,
          why: `${wordCount(run.words)} copied from ${of}.`,
        }),
      ),
    )
  return [...runs('report', reports, 'a report'), ...runs('note', notes, 'an internal note')]
}

/** FNV-1a with 32 bits twice, with different beginnings. */
function hashOf(text: string): string {
  const hash = (begin: number) => {
    let value = begin
    for (const letter of text) value = Math.imul(value ^ letter.codePointAt(0)!, 16_777_619) >>> 0
    return value.toString(36)
  }
  return `${hash(2_166_136_261)}-${hash(1_640_531_527)}`
}

const ORDER: readonly FindingKind[] = ['address', 'name', 'report', 'note', 'proposal', 'score']

/**
 * The passages of a text for a proposer that may give away who reviewed, what they wrote, another proposal, a score or a
 * rank; in order, without those inside another one of the same kind. Nothing of what the proposer has written counts.
 */
export function findLeaks(text: string, facts: LeakFacts): Leak[] {
  const words = wordsOf(text)
  const all = [
    ...addressLeaks(words, facts),
    ...nameLeaks(words, facts),
    ...copyLeaks(words, facts),
    ...proposalLeaks(text, words, facts),
    ...scoreLeaks(text, words),
  ].sort((a, b) => a.from - b.from || b.to - a.to || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
  return all
    .filter(
      (one, i) =>
        !all.some(
          (other, n) =>
            n !== i &&
            other.from <= one.from &&
            other.to >= one.to &&
            (other.kind === one.kind || (other.kind === 'address' && one.kind === 'name')) &&
            (other.to - other.from > one.to - one.from || n < i),
        ),
    )
    .map(({ kind, from, to, why }) => {
      const passage = words.slice(from, to + 1)
      return {
        kind,
        start: passage[0]!.start,
        end: passage.at(-1)!.end,
        why,
        fingerprint: `${kind}-${hashOf(passage.map(({ key }) => key).join(' '))}`,
      }
    })
}
