import { sql } from 'kysely'
import type { FindingKind } from '#domain/conflicts/status.ts'
import { SUBMITTED } from '#domain/proposals/status.ts'
import type { Db } from '../platform/context.ts'

/** Numbers in [0, 1) that depend on the seed alone. */
function randomNumbers(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Name {
  first_name: string
  middle_name: string
  last_name: string
}
interface Someone extends Name {
  email: string
  affiliation: string
}
interface Account extends Someone {
  former: string[]
  is_reviewer: boolean
}
interface PlannedProposal {
  proposer: Account
  collaborators: Someone[]
  removed: Someone[]
}

/** A reviewer and a proposal with one thing in common. */
interface Plan {
  reviewer: Account
  proposal: PlannedProposal
  /** An earlier proposal of both. */
  earlier?: PlannedProposal
  organisation?: { name: string; spellings: string[]; parent?: string }[]
  relation?: { name: string; email: string }
}

const GIVEN =
  `Akari Haruto Yui Sota Mei Ren Oleg Dmitri Elena Georgios Zoe Chloe Francois Siobhan Conor Margaret Thomas Grace
  Jose Lucia Joao Ines Lars Astrid Bjorn Ayse Emre Priya Arjun Wei Mateo Camila Noor Omar Fatima Kwame Amina Tomas Karolina
  Lukasz Zofia Istvan Katalin Marco Chiara Pieter Anouk Mikko Aino Jonas Ruta Ivana Goran`.split(/\s+/u)
const SYLLABLES =
  `ba bel bron cal cor dan del dor fa fel gar gor hal hem jan kal kor lan lem lor mar mel mon nar nol or pal
  per pol ran rem rol sal sem sol tal tem tor val ver vol wal wen yor zal zem`.split(/\s+/u)
const ENDINGS = ['sen', 'ski', 'ez', 'man', 'ton', 'ini', 'quist', 'wald', 'moto', 'berg']

/** A syllable in another script and as it is usually written in Latin letters. */
const SCRIPTS = [
  {
    syllables: `ка:ka мо:mo жи:zhi ча:cha ше:she хо:kho цу:tsu ря:rya лю:lyu во:vo де:de ны:ny пу:pu са:sa ти:ti`,
    ending: 'ский:sky',
    given: 'Дмитрий:Dmitry Мария:Maria Юлия:Yulia Сергей:Sergey Наталья:Natalya Ольга:Olga',
  },
  {
    syllables: `κα:ka νι:ni θε:the χρι:chri λου:lou δη:di μα:ma φω:fo ξε:xe ψα:psa τσι:tsi ρο:ro βα:va σι:si πε:pe`,
    ending: 'πουλος:poulos',
    given: 'Γιώργος:Giorgos Ελένη:Eleni Νίκος:Nikos Μαρία:Maria Κώστας:Kostas Σοφία:Sofia',
  },
  {
    syllables: `カ:ka シ:shi ツ:tsu チャ:cha リョ:ryo モ:mo ナ:na ヒ:hi フ:fu ジ:ji ミ:mi オ:o ゴ:go デ:de ベ:be`,
    ending: 'タ:ta',
    given: 'あおい:Aoi ゆうき:Yuki はると:Haruto さくら:Sakura けんじ:Kenji みお:Mio',
  },
].map(({ syllables, ending, given }) => ({
  syllables: pairsOf(syllables),
  ending: pairsOf(ending)[0]!,
  given: pairsOf(given),
}))

function pairsOf(text: string) {
  return text.split(' ').map((pair) => pair.split(':') as [native: string, latin: string])
}

const ACCENTS: Record<string, string> = {
  a: 'á',
  e: 'ê',
  i: 'ï',
  o: 'ő',
  u: 'ů',
  n: 'ñ',
  s: 'š',
  c: 'ç',
  l: 'ł',
}
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Plans conflicts of every kind between people who have nothing else in common. */
class Planner {
  readonly #random: () => number
  #count = 0
  readonly #names = new Set<string>()

  constructor(seed: number) {
    this.#random = randomNumbers(seed)
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)]!
  }

  /** A name whose family name nobody else has. */
  name(): Name {
    const last_name = capital(
      this.pick(SYLLABLES) + this.pick(SYLLABLES) + this.pick(SYLLABLES) + this.pick(ENDINGS),
    )
    if (this.#names.has(last_name)) return this.name()
    this.#names.add(last_name)
    return { first_name: this.pick(GIVEN), middle_name: '', last_name }
  }

  /** The same name in another script and in Latin letters. */
  nameInTwoScripts(): [Name, Name] {
    const script = this.pick(SCRIPTS)
    const parts = [
      this.pick(script.syllables),
      this.pick(script.syllables),
      this.pick(script.syllables),
      script.ending,
    ]
    const given = this.pick(script.given)
    const of = (side: 0 | 1): Name => ({
      first_name: given[side],
      middle_name: '',
      last_name: capital(parts.map((part) => part[side]).join('')),
    })
    return [of(0), of(1)]
  }

  someone(some: Partial<Someone> = {}): Someone {
    const n = ++this.#count
    return {
      ...this.name(),
      email: `p${n}@host${n}.ac.jp`,
      affiliation: `Institute ${n} of ${capital(this.pick(SYLLABLES))}`,
      ...some,
    }
  }

  account(some: Partial<Account> = {}): Account {
    return { ...this.someone(some), former: [], is_reviewer: false, ...some }
  }

  reviewer(some: Partial<Account> = {}): Account {
    return this.account({ is_reviewer: true, ...some })
  }

  proposal(some: Partial<PlannedProposal> = {}): PlannedProposal {
    const collaborators = [this.someone(), this.someone()]
    return { proposer: this.account(), collaborators, removed: [], ...some }
  }

  /** A proposal with this person, as its proposer or as a collaborator. */
  proposalOf(person: Partial<Someone>): PlannedProposal {
    return this.#random() < 0.5
      ? this.proposal({ proposer: this.account(person) })
      : this.proposal({ collaborators: [this.someone(), this.someone(person)] })
  }

  withNames(reviewer: Name, other: Name): Plan {
    const swap = this.#random() < 0.5
    return {
      reviewer: this.reviewer(swap ? other : reviewer),
      proposal: this.proposalOf(swap ? reviewer : other),
    }
  }

  slipOf({ first_name, last_name, middle_name }: Name): Name {
    const at = 1 + Math.floor(this.#random() * (last_name.length - 2))
    const letter = this.pick([...'abdefgklmnoprtuv'].filter((one) => one !== last_name[at]))
    return { first_name, middle_name, last_name: last_name.slice(0, at) + letter + last_name.slice(at + 1) }
  }
}

const accented = (text: string) => [...text].map((letter) => ACCENTS[letter] ?? letter).join('')
const local = (email: string) => email.split('@')[0]!

/** How each kind is planted, and what is expected: a finding of a kind, or a conflict that blocks at once. */
export const PLANTED: Record<string, { expected: FindingKind | 'blocked'; plan(p: Planner): Plan }> = {
  'present address': {
    expected: 'blocked',
    plan: (p) => {
      const reviewer = p.reviewer()
      const self = p.someone({ email: reviewer.email.toUpperCase() })
      return { reviewer, proposal: p.proposal({ collaborators: [self] }) }
    },
  },
  'former address': {
    expected: 'blocked',
    plan: (p) => {
      const { email } = p.someone()
      return {
        reviewer: p.reviewer({ former: [email] }),
        proposal: p.proposal({ collaborators: [p.someone({ email })] }),
      }
    },
  },
  'removed from a submitted version': {
    expected: 'blocked',
    plan: (p) => {
      const reviewer = p.reviewer()
      return { reviewer, proposal: p.proposal({ removed: [p.someone({ email: reviewer.email })] }) }
    },
  },
  'tag after +': {
    expected: 'same_person',
    plan: (p) => {
      const reviewer = p.reviewer()
      const [name, host] = reviewer.email.split('@') as [string, string]
      return {
        reviewer,
        proposal: p.proposal({ collaborators: [p.someone({ email: `${name}+ao@${host}` })] }),
      }
    },
  },
  'dots at Gmail': {
    expected: 'same_person',
    plan: (p) => {
      const name = `${local(p.someone().email)}.maria`
      const email = `${name.replaceAll('.', '')}@googlemail.com`
      return { reviewer: p.reviewer({ email: `${name}@gmail.com` }), proposal: p.proposalOf({ email }) }
    },
  },
  'proposed together as proposer': {
    expected: 'together',
    plan: (p) => {
      const reviewer = p.reviewer()
      const other = p.account()
      const earlier = p.proposal({ proposer: other, collaborators: [p.someone({ email: reviewer.email })] })
      return { reviewer, proposal: p.proposal({ proposer: other }), earlier }
    },
  },
  'both collaborators': {
    expected: 'together',
    plan: (p) => {
      const reviewer = p.reviewer()
      const other = p.someone()
      const earlier = p.proposal({ collaborators: [p.someone({ email: reviewer.email }), other] })
      const now = { ...other, email: other.email.toUpperCase() }
      return { reviewer, proposal: p.proposal({ collaborators: [now] }), earlier }
    },
  },
  'together under a former address': {
    expected: 'together',
    plan: (p) => {
      const { email } = p.someone()
      const reviewer = p.reviewer({ former: [email] })
      const other = p.account()
      const earlier = p.proposal({ proposer: other, removed: [p.someone({ email })] })
      return {
        reviewer,
        proposal: p.proposal({ collaborators: [p.someone({ email: other.email })] }),
        earlier,
      }
    },
  },
  'affiliation in other letters': {
    expected: 'organisation',
    plan: (p) => {
      const { affiliation } = p.someone()
      const written = ` ${accented(affiliation).toUpperCase().replace(' OF', '   OF')} `
      return { reviewer: p.reviewer({ affiliation: written }), proposal: p.proposalOf({ affiliation }) }
    },
  },
  'spelling of an organisation': {
    expected: 'organisation',
    plan: (p) => {
      const [name, other] = [p.someone().affiliation, p.someone().affiliation]
      const organisation = [{ name, spellings: [other] }]
      return {
        reviewer: p.reviewer({ affiliation: name }),
        proposal: p.proposalOf({ affiliation: other }),
        organisation,
      }
    },
  },
  'parent of two organisations': {
    expected: 'organisation',
    plan: (p) => {
      const [name, other, parent] = [
        p.someone().affiliation,
        p.someone().affiliation,
        p.someone().affiliation,
      ]
      const organisation = [
        { name: parent, spellings: [] },
        { name, spellings: [], parent },
        { name: other, spellings: [], parent },
      ]
      return {
        reviewer: p.reviewer({ affiliation: name }),
        proposal: p.proposalOf({ affiliation: other }),
        organisation,
      }
    },
  },
  'mail domain': {
    expected: 'domain',
    plan: (p) => {
      const reviewer = p.reviewer()
      return { reviewer, proposal: p.proposalOf({ email: `other.${reviewer.email}` }) }
    },
  },
  'sub-domain': {
    expected: 'domain',
    plan: (p) => {
      const host = p.someone().email.split('@')[1]!
      const email = p.pick([`colleague@geo.${host}`, `colleague@eps.s.${host}`])
      return { reviewer: p.reviewer({ email: `me@chem.${host}` }), proposal: p.proposalOf({ email }) }
    },
  },
  'domain of a former address': {
    expected: 'domain',
    plan: (p) => {
      const host = p.someone().email.split('@')[1]!
      return {
        reviewer: p.reviewer({ former: [`me@${host}`] }),
        proposal: p.proposalOf({ email: `colleague@${host}` }),
      }
    },
  },
  'name in the other order, without accents': {
    expected: 'name',
    plan: (p) => {
      const name = p.name()
      const other = { first_name: name.last_name.toUpperCase(), middle_name: '', last_name: name.first_name }
      return p.withNames(
        { ...name, first_name: accented(name.first_name), last_name: accented(name.last_name) },
        other,
      )
    },
  },
  'name with initials': {
    expected: 'name',
    plan: (p) => {
      const name = p.name()
      const middle = p.pick(GIVEN)
      const other = { ...name, first_name: `${name.first_name[0]}.`, middle_name: `${middle[0]}.` }
      return p.withNames({ ...name, middle_name: p.pick([middle, '']) }, other)
    },
  },
  'name in another script': {
    expected: 'name',
    plan: (p) => p.withNames(...p.nameInTwoScripts()),
  },
  'name spelled otherwise': {
    expected: 'name',
    plan: (p) => {
      const name = p.name()
      const other = p.pick([
        { ...name, last_name: `${name.last_name}-${capital(p.pick(SYLLABLES))}rad` },
        { ...name, last_name: `${name.last_name.slice(0, 3)} ${capital(name.last_name.slice(3))}` },
        { ...name, last_name: `${name.last_name} Jr.`, first_name: `Dr. ${name.first_name}` },
        { ...name, last_name: name.last_name.replace('o', 'oe').replace('a', 'ae') },
      ])
      return p.withNames(name, other)
    },
  },
  'name with one letter wrong': {
    expected: 'name',
    plan: (p) => {
      const name = p.name()
      return p.withNames(name, p.slipOf(name))
    },
  },
  'declared relation': {
    expected: 'relation',
    plan: (p) => {
      const other = p.someone()
      const relation = p.pick([
        { name: p.someone().last_name, email: other.email.toUpperCase() },
        { name: `${other.last_name}, ${other.first_name}`, email: '' },
      ])
      return { reviewer: p.reviewer(), proposal: p.proposalOf(other), relation }
    },
  },
}

export interface PlantedPair {
  planted: string
  expected: FindingKind | 'blocked'
  user_id: number
  proposal_id: number
}

interface Terms {
  term_id: number
  earlier_term_id: number
  declared_by: number
}

/**
 * Plants `each` conflicts of every kind: a reviewer and a submitted proposal that have one thing in common, and nothing with
 * anyone else; `reviewers` bounds the number of reviewers, who then have several.
 */
export async function plantConflicts(
  db: Db,
  { term_id, earlier_term_id, declared_by }: Terms,
  { each, seed = 7 }: { each: number; seed?: number },
): Promise<PlantedPair[]> {
  const planner = new Planner(seed)
  const pairs: PlantedPair[] = []
  const at = new Date(0).toISOString()
  const userIds = new Map<Account, number>()
  const addUser = async (account: Account) => {
    const known = userIds.get(account)
    if (known !== undefined) return known
    const { former, is_reviewer, ...person } = account
    const { id } = await db
      .insertInto('users')
      .values({ ...person, is_reviewer, is_proposer: !is_reviewer })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const email of former) await db.insertInto('user_addresses').values({ user_id: id, email }).execute()
    userIds.set(account, id)
    return id
  }
  const addProposal = async ({ proposer, collaborators, removed }: PlannedProposal, term: number) => {
    const user_id = await addUser(proposer)
    const { id } = await db
      .insertInto('proposals')
      .values({ user_id, term_id: term, status: SUBMITTED, title: 'Salts', submitted_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = [...collaborators, ...removed].map(
      ({ first_name, middle_name, last_name, email, affiliation }, position) => ({
        ...{ proposal_id: id, position, first_name, middle_name, last_name, email, affiliation },
      }),
    )
    if (rows.length > 0) await db.insertInto('proposal_collaborators').values(rows).execute()
    for (const { email } of removed)
      await db
        .deleteFrom('proposal_collaborators')
        .where('proposal_id', '=', id)
        .where('email', '=', email)
        .execute()
    return id
  }
  for (const [planted, { expected, plan }] of Object.entries(PLANTED))
    for (let n = 0; n < each; n++) {
      const { reviewer, proposal, earlier, organisation, relation } = plan(planner)
      const user_id = await addUser(reviewer)
      if (earlier) await addProposal(earlier, earlier_term_id)
      const proposal_id = await addProposal(proposal, term_id)
      for (const { name, spellings, parent } of organisation ?? []) {
        const { rows } = await sql<{ id: number }>`insert into organisations (name, parent_id)
          values (${name}, (select id from organisations where name = ${parent ?? null})) returning id`.execute(
          db,
        )
        for (const spelling of spellings)
          await db
            .insertInto('organisation_spellings')
            .values({ organisation_id: rows[0]!.id, spelling })
            .execute()
      }
      if (relation)
        await db
          .insertInto('declared_relations')
          .values({ ...relation, user_id, kind: 'supervisor', declared_by, declared_at: at })
          .execute()
      pairs.push({ planted, expected, user_id, proposal_id })
    }
  return pairs
}
