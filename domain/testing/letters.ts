import { findLeaks, type HiddenPerson, type LeakFacts } from '../results/findings.ts'
import type { FindingKind } from '../results/status.ts'

// Letters to proposers as an office writes them, with and without something that must not go out.

export type Random = () => number

/** Mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!
const between = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from + 1))

/** Given name, surname, address; `latin` is the surname in Latin letters, where it is another way of writing it. */
const REVIEWERS: readonly {
  given: string
  family: string
  address: string
  latin?: string
  alone: boolean
}[] = [
  { given: 'João', family: 'Araújo', address: 'joao.araujo@astrobio.example.org', alone: true },
  { given: 'Zoë', family: 'Lefèvre', address: 'z.lefevre@crc-nancy.example.org', alone: true },
  {
    given: 'Дмитрий',
    family: 'Лебедев',
    address: 'lebedev@geokhi.example.ru',
    latin: 'Lebedev',
    alone: true,
  },
  { given: '陽菜', family: '渡辺', address: 'h-watanabe@hokuto.example.ac.jp', alone: true },
  {
    given: 'Ελένη',
    family: 'Παπαδοπούλου',
    address: 'eleni@noa.example.gr',
    latin: 'Papadopoulou',
    alone: true,
  },
  { given: 'Siobhán', family: 'Okafor', address: 'okafor_s@openmuseum.example.org', alone: true },
  { given: 'Grace', family: 'Whitfield', address: 'grace.whitfield@desert.example.edu', alone: true },
  { given: 'Haruto', family: 'Takahashi', address: 'haruto@ipm-misasa.example.jp', alone: true },
  { given: 'محمد', family: 'الحسن', address: 'm.alhassan@khalifa.example.ae', alone: true },
  { given: '민준', family: '김', address: 'minjun.kim@kopri.example.kr', alone: false },
  { given: 'Thị Hoa', family: 'Nguyễn', address: 'hoa.nguyen@vast.example.vn', alone: true },
  { given: 'Łukasz', family: 'Wójcik', address: 'wojcik@ing.example.pl', alone: true },
  { given: 'Anne-Marie', family: 'Dubois', address: 'am.dubois@mnhn.example.fr', alone: true },
  { given: 'Jan', family: 'van der Berg', address: 'j.vanderberg@vu.example.nl', alone: true },
  { given: 'Walter', family: 'Brown', address: 'wbrown@brown-lab.example.org', alone: false },
  { given: 'Emma', family: 'Young', address: 'emma.young@ucl.example.uk', alone: false },
  { given: 'Chandra', family: 'Raman', address: 'craman@prl.example.in', alone: false },
  { given: '伟', family: '王', address: 'wang.wei@igg.example.cn', alone: false },
  { given: 'Søren', family: 'Kjærgård', address: 'soren@nbi.example.dk', alone: true },
  { given: 'ナオミ', family: 'タナカ', address: 'naomi.tanaka@jaxa.example.jp', alone: true },
  { given: 'Björn', family: 'Müller', address: 'bjoern.mueller@mps.example.de', alone: true },
  { given: 'Ömer', family: 'Çelik', address: 'omer.celik@metu.example.tr', alone: true },
]

/** What reviewers have written. */
const REPORTS = [
  `The authors do not explain how the mass of the aliquot will be recovered after the ion probe session, and the blank levels they quote were measured on terrestrial glass. I am not convinced that ten analyses will separate mixing from fractionation. The team has never handled grains below one hundred micrometres under nitrogen.`,
  `A convincing case is made for measuring chromium and titanium on the same split, since earlier work relied on averages of several stones. The detection limit for the rarest isotopes is optimistic by at least a factor of three. Loss during dissolution is mentioned only in passing and no recovery test is offered.`,
  `I worry that the polishing step will smear the phyllosilicate matrix and that no control has been prepared. Still, the combination of nanotomography with infrared maps is original, and nobody else has the beam time to do it. The students named in the plan will have left before the second year begins.`,
  `Their previous publication on this topic was corrected after an error in the calibration of the mass spectrometer was found by another group. Nothing in the text tells me that the lesson was learnt. I would ask for a smaller piece first and give the rest once the standards agree.`,
  `Very few laboratories could attempt what is described here, and the preliminary spectra of the Murchison fragment are superb. What is missing is a fallback if the first grain breaks while it is being transferred to the holder. The budget of sample is generous compared with what the question really needs.`,
  `Aucune mesure de contrôle n'est prévue pour distinguer la contamination du signal extraterrestre, et le laboratoire n'a pas encore démontré que son blanc reste stable pendant une semaine entière. La question scientifique reste néanmoins excellente et bien posée.`,
  `Die Gruppe beschreibt den Transfer unter Argon nur sehr knapp, obwohl gerade dieser Schritt darüber entscheidet, ob die Sulfide unverändert am Gerät ankommen. Eine zweite Probe sollte erst nach einem bestandenen Test mit irdischem Material ausgegeben werden.`,
  `提案者は有機物の汚染を避けるための手順を十分に説明しておらず、前回の分析で得られた値がなぜ他の研究室と一致しないのかについても何も述べていない。試料の量をもう少し減らしても同じ結論に達することができると思われる。`,
  `The link between the magnetic record and the age of aqueous alteration is asserted rather than argued, and the demagnetisation steps that are listed would destroy exactly the phase that carries it. A referee with experience in paleointensity should look at the protocol again before anything leaves the vault.`,
] as const
const NOTES = [
  `We should keep the larger stones for the consortium that applied in spring, whatever the average of the reports turns out to be. The chair asked not to mention the shortage of nitrogen boxes to anyone outside until the new ones are delivered.`,
  `Between ourselves the group leader is about to move to another institute and it is not clear who would sign for the particles afterwards. Curation would rather wait until the contract is settled before a parcel is prepared.`,
] as const

const TITLE = 'Phosphate-rich clasts at the scale of single grains by synchrotron X-ray tomography'
const ABSTRACT = `We ask whether phosphates of Ryugu grew before or after the carbonates that surround them. Tomography at the scale of single grains tells the order in which minerals formed, and Raman mapping of polished sections gives their structure. The result would tell how warm the water was.`
const OWN = 102

const hidden = ({ given, family, address }: (typeof REVIEWERS)[number]): HiddenPerson => ({
  first_name: given,
  middle_name: '',
  last_name: family,
  addresses: [address],
})

export const facts: LeakFacts = {
  proposal_id: OWN,
  others: new Set(Array.from({ length: 100 }, (_, i) => 50 + i)),
  reviewers: REVIEWERS.map(hidden),
  reports: REPORTS,
  notes: NOTES,
  own: [TITLE, ABSTRACT],
  people: ['Lucía Peña', 'Marek Novák', '陽菜 小林'],
}

const METHODS = ['tomography', 'Raman mapping', 'NanoSIMS', 'electron microscopy', 'infrared spectroscopy']
const SAMPLES = ['A0106-01', 'C0041-02', 'A0110', 'OREX-800038-102', 'C0112-03', 'OREX-501058-0']
const UNITS = ['mg', 'µm', 'µg', '%', 'particles', 'grains', 'days', '°C', 'K', 'nm', 'measurements', 'ppm']

/** Sentences of letters that give nothing away; numbers in them are often those of other proposals. */
const CLEAN: readonly ((random: Random) => string)[] = [
  () => 'The panel thanks you for a proposal that is easy to follow.',
  () => 'The panel found the question timely and the team well prepared for grains of this size.',
  (r) => `Please describe in AO${between(r, 7, 12)} how the measurement separates the two hypotheses.`,
  (r) => `A second piece may be requested in AO${between(r, 7, 12)} or later.`,
  (r) =>
    `The amount was reduced to ${between(r, 50, 149)} ${pick(r, UNITS)} because little material is left.`,
  (r) => `Sample ${pick(r, SAMPLES)} will be packed in a container of sapphire.`,
  (r) => `${pick(r, SAMPLES)} weighs ${(r() * 9).toFixed(3)} mg and measures ${(r() * 2).toFixed(3)} mm.`,
  (r) => `Answers are expected by 2027-0${between(r, 1, 9)}-${between(r, 10, 28)}.`,
  (r) => `The office is closed from ${between(r, 1, 28)} July to ${between(r, 1, 28)} August.`,
  (r) =>
    `About ${between(r, 50, 149)} ${pick(r, ['particles', 'grains', 'pieces'])} of this size remain in the vault.`,
  (r) => `Of the requests of your proposal ${OWN}, ${between(r, 1, 4)} of ${between(r, 5, 9)} are met.`,
  () => `Your proposal ${OWN}, “${TITLE}”, was discussed in full.`,
  () => 'Tomography at the scale of single grains tells the order in which minerals formed, as you write.',
  () => 'Lucía Peña and Marek Novák are named as those who will handle the particles.',
  () => 'Dr. Peña will receive the agreement, and Professor Novák a copy of it.',
  (r) => `The ${pick(r, METHODS)} that you plan leaves the grain as it is, which the panel welcomes.`,
  () => 'Raman spectra of the matrix should be taken before the section is polished.',
  () => "Young's modulus of the matrix need not be measured.",
  () => 'Brown crusts on the grain are to be avoided. Stone by stone, the catalogue will list them.',
  () => 'Young grains of the surface are rare. Brown ones are not.',
  (r) => `More than ${between(r, 50, 149)} laboratories have asked for material since 2022.`,
  (r) => `The heating step at ${between(r, 50, 149)} °C should be tested on a piece of Murchison first.`,
  (r) => `Figure ${between(r, 1, 12)} on page ${between(r, 50, 149)} of the handbook shows the holder.`,
  (r) =>
    `We counted ${between(r, 50, 149)} requests in this call, and the vault holds ${between(r, 50, 149)} pieces.`,
  () => 'Please return what is left within a year, with the report of use.',
  () => 'Please tell us which of the two pieces you need first.',
  () => 'The reason is given beside each request that is not met.',
  () => 'You are welcome to propose again in a later call.',
  () => 'The panel asks you to weigh each piece on arrival, and to write down what you see.',
  () => 'The loss that you expect is small; please keep the residue all the same.',
  () => 'The panel would like to see a test with terrestrial material before the second grain is cut.',
  () => 'A short paragraph on blanks would have made the case stronger.',
  () => 'The sample that you name first was assigned to another proposal.',
  () => 'No sample of that kind and size was available.',
  (r) =>
    `The isotope ratio ${between(r, 50, 149)}/${between(r, 50, 149)} is of special interest to the panel.`,
  (r) => `The mass resolution of ${between(r, 5, 14)},${between(r, 100, 999)} suffices.`,
  (r) =>
    `Between ${between(r, 50, 99)} and ${between(r, 100, 149)} µm the grains are too small for your holder.`,
  () => '試料は窒素中で保管してください。ご質問は事務局までお願いいたします。',
  () => '小林さんが試料を受け取ることになっています。',
  () => 'Wir wünschen Ihnen viel Erfolg mit den Messungen.',
  () => 'Nous vous souhaitons une belle année de mesures.',
  () => 'Questions may be sent to ao-office@example.org at any time.',
  () => 'The panel had no doubt that the instruments are up to the task.',
  () => 'Most of the discussion was about how the grains should travel.',
]

const OPENINGS = ['', 'Dear Lucía Peña,\n\n', 'Thank you for your proposal.\n\n', 'Dear colleagues,\n\n']

function sentences(random: Random, count: number): string[] {
  const left = [...CLEAN]
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0]!(random))
}

/** Letters that give nothing away. */
export const cleanLetters = (random: Random, count: number): string[] =>
  Array.from(
    { length: count },
    () => pick(random, OPENINGS) + sentences(random, between(random, 3, 8)).join(' '),
  )

// What can leak ------------------------------------------------------------------------------------------------------------

/** Other characters that read the same, or what a program makes of a text on its way. */
const DISGUISES: Record<string, (text: string, random: Random) => string> = {
  'as it is': (text) => text,
  'capital letters': (text) => text.toUpperCase(),
  'small letters': (text) => text.toLowerCase(),
  'decomposed accents': (text) => text.normalize('NFD'),
  'no accents': (text) => text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC'),
  'soft hyphens': (text, random) =>
    text.replace(/(\p{Ll}{3})(\p{Ll}{3})/gu, (_, a, b) => (random() < 0.4 ? `${a}\u00AD${b}` : a + b)),
  'invisible spaces': (text, random) =>
    text.replace(/(\p{L})(\p{L})/gu, (_, a, b) => (random() < 0.2 ? `${a}\u200B${b}` : a + b)),
  'wide spaces': (text) => text.replaceAll(' ', '\u00A0'),
  'full-width letters': (text) =>
    text.replace(/[a-zA-Z0-9]/gu, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
  'look-alikes': (text) => text.replace(/a/gu, 'а').replace(/e/gu, 'е'),
}
/** Those that keep a surname recognisable where it stands alone: by its capital letter. */
const disguise = (random: Random, text: string, small = true): [string, string] => {
  const names = Object.keys(DISGUISES).filter((name) => small || name !== 'small letters')
  const how = pick(random, names)
  return [DISGUISES[how]!(text, random), how]
}

const NAME_HOSTS = [
  (name: string) => `As ${name} put it, more standards are needed.`,
  (name: string) => `We agree with ${name} that the blank is too high.`,
  (name: string) => `The remark by ${name} convinced the panel.`,
  (name: string) => `Please write to ${name}, who knows the method.`,
]
const unspaced = (text: string) => /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]/u.test(text)

function nameOf(random: Random): [string, string] {
  const reviewer = pick(random, REVIEWERS)
  const { given, family, latin, alone } = reviewer
  if (unspaced(family)) {
    const forms = [`${family}${given}`, `${family} ${given}`, `${given} ${family}`, `${family}${given}氏`]
    if (alone) forms.push(family, `${family}先生`)
    return [pick(random, forms), 'as it is']
  }
  const forms = [
    `${given} ${family}`,
    `${family}, ${given}`,
    `Dr ${family}`,
    `Prof. ${family}`,
    `${family} ${given}`,
  ]
  if (!/\p{Script=Arabic}/u.test(family)) forms.push(`${given[0]}. ${family}`)
  if (alone && !/\p{Script=Arabic}/u.test(family) && !/^\p{Ll}/u.test(family)) forms.push(family)
  if (latin) forms.push(`Dr ${latin}`, latin)
  const form = pick(random, forms)
  return disguise(random, form, form !== family && form !== latin)
}

function addressOf(random: Random): [string, string] {
  const { address } = pick(random, REVIEWERS)
  const forms = [address, address.toUpperCase(), address.replace('@', ' (at) '), address.replace('@', '[at]')]
  forms.push(address.replace('@', ' at ').replaceAll('.', ' dot '), `<${address}>`)
  return [pick(random, forms), 'as it is']
}

function proposalOf(random: Random): string {
  const number = () => {
    const other = between(random, 50, 149)
    return other === OWN ? other + 1 : other
  }
  const n = number()
  return pick(random, [
    `The sample went to proposal ${n} instead.`,
    `Proposal no. ${n} asks for the same sample.`,
    `It was given to ${n}, which needs less of it.`,
    `See #${n} for a similar idea.`,
    `The sample is shared with proposals ${n} and ${number()}.`,
    `Proposals ${n}, ${number()} and ${number()} ask for it too.`,
    `Application ${n} is stronger.`,
    `The other one (ID ${n}) will measure the same grain.`,
    `In contrast to ${n}, it names no standards.`,
    `The piece was promised to number ${n}.`,
    `The panel preferred ${n} because its blanks are known.`,
  ])
}

function scoreOf(random: Random): string {
  const score = (1 + random() * 4).toFixed(pick(random, [0, 1, 2]))
  return pick(random, [
    `It was given a global score of ${score}.`,
    `The average score is ${score}.`,
    `Your proposal was ranked ${between(random, 2, 40)}th.`,
    `It is rank ${between(random, 2, 40)} in this call.`,
    `It was graded ${score} by the members.`,
    `In the ranking it came third.`,
    `The technical score was ${score}, which is low.`,
  ])
}

const OTHER_WORDS = ['rather', 'clearly', 'indeed', 'sample', 'result', 'perhaps', 'mineral', 'careful']

/** A run of at least twelve words, or 24 characters where no spaces are written, of a text, with small edits. */
function copyOf(random: Random, source: string): [string, string] {
  if (unspaced(source)) {
    const letters = [...source]
    const from = between(random, 0, letters.length - 60)
    const run = letters.slice(from, from + between(random, 28, 50))
    if (random() < 0.5) run.splice(between(random, 8, 16), 1)
    return [run.join(''), 'characters']
  }
  const words = source.match(/\S+/gu)!
  const length = between(random, 12, 22)
  const from = between(random, 0, words.length - length)
  const run = words.slice(from, from + length)
  const edited = run.flatMap((word, i) => {
    if (i === 0 || i === run.length - 1 || random() > 0.1) return [word]
    const edit = random()
    if (edit < 0.4) return [pick(random, OTHER_WORDS)]
    return edit < 0.7 ? [] : [word, pick(random, OTHER_WORDS)]
  })
  const punctuated = edited.map((word) => (random() < 0.3 ? word.replace(/[.,;]$/u, '') : word)).join(' ')
  return disguise(random, punctuated)
}

export interface PlantedLetter {
  text: string
  kind: FindingKind
  /** Where what was planted is. */
  leak: { start: number; length: number }
  how: string
}

function planted(random: Random, kind: FindingKind): { sentence: string; leak: string; how: string } {
  if (kind === 'name') {
    const [leak, how] = nameOf(random)
    return { sentence: pick(random, NAME_HOSTS)(leak), leak, how }
  }
  if (kind === 'address') {
    const [leak, how] = addressOf(random)
    return { sentence: `You may write to ${leak} about it.`, leak, how }
  }
  if (kind === 'proposal' || kind === 'score') {
    const sentence = kind === 'proposal' ? proposalOf(random) : scoreOf(random)
    return { sentence, leak: sentence, how: 'as it is' }
  }
  const [leak, how] = copyOf(random, pick(random, kind === 'report' ? REPORTS : NOTES))
  return {
    sentence: pick(random, [leak, `The panel notes: ${leak}.`, `${leak} This should change.`]),
    leak,
    how,
  }
}

/** Kinds by how often a hurried office would do it: words of reports most of all. */
const PLANTED_KINDS: readonly FindingKind[] = [
  ...(['report', 'report', 'report', 'report', 'note', 'name', 'name', 'name'] as const),
  ...(['address', 'proposal', 'proposal', 'score'] as const),
]

/** Letters with something that must not go out, in the middle of what may. */
export const plantedLetters = (random: Random, count: number): PlantedLetter[] =>
  Array.from({ length: count }, (_, i) => {
    const kind = PLANTED_KINDS[i % PLANTED_KINDS.length]!
    const { sentence, leak, how } = planted(random, kind)
    const others = sentences(random, between(random, 2, 6))
    others.splice(between(random, 0, others.length), 0, sentence)
    const text = pick(random, OPENINGS) + others.join(' ')
    return { text, kind, leak: { start: text.indexOf(leak), length: leak.length }, how: `${kind}, ${how}` }
  })

/** Of so many letters with a leak, those in which it is not named as what it is, and how many without one are suspected. */
export function measure(seed: number, count: number): { missed: PlantedLetter[]; suspected: string[] } {
  const missed = plantedLetters(seededRandom(seed), count).filter(
    ({ text, kind, leak }) =>
      !findLeaks(text, facts).some(
        (one) => one.kind === kind && one.start < leak.start + leak.length && one.end > leak.start,
      ),
  )
  const suspected = cleanLetters(seededRandom(seed + 1), count).filter(
    (text) => findLeaks(text, facts).length > 0,
  )
  return { missed, suspected }
}
