import type { PersonInput } from '#domain/users/person_schemas.ts'

/** Given names, family names, and institutes with the host of their e-mail addresses and other spellings. */
interface Circle {
  given: string[]
  family: string[]
  institutes: [string, string, ...string[]][]
  /** Whether names have middle initials and suffixes. */
  initials?: boolean
}
const CIRCLES: Circle[] = [
  {
    given: ['Akari', 'Haruto', 'Yui', 'Sota', 'Mei', 'Ren'],
    family: ['Sato', 'Takahashi', 'Yamamoto', 'Nakagawa', 'Kobayashi', 'Ishii'],
    institutes: [
      ['Hokuto University', 'hokuto', 'Hokuto Univ.', 'Hokuto University, Kita'],
      [
        'Institute of Planetary Materials, Misasa',
        'misasa',
        'IPM Misasa',
        'Inst. of Planetary Materials Misasa',
      ],
    ],
  },
  {
    given: ['陽菜', '健太', '美咲'],
    family: ['渡辺', '小林', '髙橋'],
    institutes: [['北斗大学 理学部', 'hokuto']],
  },
  {
    given: ['Олег', 'Мария', 'Дмитрий'],
    family: ['Кузнецов', 'Соловьёва', 'Лебедев'],
    institutes: [['Институт геохимии', 'geokhi']],
  },
  {
    given: ['Zoë', 'Chloé', 'François', 'Éloïse'],
    family: ['Lefèvre', 'Garçon', 'Müller', 'Brønsted'],
    institutes: [
      ['Centre de Recherches Cosmochimiques, Nancy', 'crc'],
      ['Université de la Côte', 'cote', 'Universite de la Cote', 'Univ. de la Côte'],
    ],
  },
  {
    given: ['Nguyễn', 'Trần', 'Lê'],
    family: ['Thị Hương', 'Văn Đức', 'Minh Ánh'],
    institutes: [['Viện Khoa học Vũ trụ', 'vutru']],
  },
  {
    given: ['Ελένη', 'Γιώργος'],
    family: ['Παπαδοπούλου', 'Νικολάου'],
    institutes: [['Εθνικό Αστεροσκοπείο', 'astero']],
  },
  {
    initials: true,
    given: ['Siobhán', 'Conor', 'Margaret', 'Thomas', 'Grace'],
    family: ["O'Connell", 'Whitfield', 'Okafor', 'Llewellyn', 'Hartmann'],
    institutes: [
      ['Desert State University', 'desert', 'Desert State Univ.', 'DSU'],
      ['The Open Museum of Natural History', 'openmuseum'],
    ],
  },
  {
    given: ['José', 'Lucía', 'João', 'Ignês'],
    family: ['Muñoz', 'Peña', 'Gonçalves', 'Araújo'],
    institutes: [['Instituto de Astrobiología', 'astrobio']],
  },
]

const MIDDLE = ['', '', 'M.', '', 'K.']
const SUFFIX = ['', '', 'Jr.', '', '', '', 'III']

/** The n-th person of the demonstration, always the same. No e-mail address is real. */
export function person(n: number): PersonInput {
  const circle = CIRCLES[n % CIRCLES.length]!
  const round = Math.floor(n / CIRCLES.length)
  const pick = <T>(list: T[], step: number) => list[Math.floor(round / step) % list.length]!
  const [name, host, ...others] = pick(circle.institutes, 1)
  // One in five writes it otherwise.
  const affiliation = n % 5 === 4 ? (others[n % others.length] ?? name) : name
  return {
    first_name: pick(circle.given, 1),
    middle_name: circle.initials ? MIDDLE[round % MIDDLE.length]! : '',
    last_name: pick(circle.family, circle.given.length === circle.family.length ? 1 + (n % 3) : 1),
    suffix: circle.initials ? SUFFIX[round % SUFFIX.length]! : '',
    email: `researcher${String(n).padStart(3, '0')}@${host}.example.org`,
    affiliation,
  }
}
