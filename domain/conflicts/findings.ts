import { groupBy } from '../group_by.ts'
import { termLabel } from '../masters/values.ts'
import { mailboxOf, organisationDomain, workDomain } from './mail_addresses.ts'
import { type ComparedName, comparedName, isNamesake, nameKeys } from './names.ts'
import {
  FINDING_KIND_NAMES,
  type FindingKind,
  RELATION_KINDS,
  type RelationKind,
  type Strength,
} from './status.ts'

interface Someone {
  first_name: string
  middle_name: string
  last_name: string
  name: string
  affiliation: string
  /** What affiliations are compared by (organisation_key in the database); '' compares with nothing. */
  organisation: string
}

/** A member of staff or a reviewer, with every address that they have or had; the present one is the first. */
export interface Candidate extends Someone {
  id: number
  addresses: readonly string[]
}

/** Someone on a submitted proposal; `addresses` are those of their account too, if they have one. */
export interface Participant extends Someone {
  proposal_id: number
  term_id: number
  role: 'proposer' | 'collaborator'
  user_id: number | null
  /** As written on the proposal. */
  email: string
  addresses: readonly string[]
}

/** Someone on another submitted proposal of the last years: `key` is 'u12' for an account, else the address. */
export interface Membership {
  key: string
  proposal_id: number
  term_id: number
  title: string
  role: 'proposer' | 'collaborator'
}

/** A relation that was declared by or for a user. */
export interface Relation {
  id: number
  user_id: number
  kind: RelationKind
  name: string
  email: string
  /** The account of the other, if their address is one's. */
  other_id: number | null
  from_year: number | null
  until_year: number | null
  note: string
  declared_on: string
}

/** Everything that findings come from. */
export interface Facts {
  candidates: readonly Candidate[]
  participants: readonly Participant[]
  memberships: readonly Membership[]
  relations: readonly Relation[]
  /** Names of the organisations by their key. */
  organisations: ReadonlyMap<string, string>
}

/** One piece of evidence: a sentence, and the proposal that it is about if it is another one. */
export interface Evidence {
  text: string
  proposal: { id: number; term_id: number; title: string } | null
}

/** Why a person may have a conflict of interest with a proposal. */
export interface Finding {
  user_id: number
  proposal_id: number
  kind: FindingKind
  strength: Strength
  /** In one line. */
  summary: string
  evidence: Evidence[]
  /** Whom on the proposal it is about. */
  people: Pick<Participant, 'name' | 'affiliation' | 'role' | 'user_id'>[]
  /** What the evidence is, whatever the words: the same as long as nothing changed. */
  basis: string
}

/** What one participant contributes to a finding. */
interface Clue {
  kind: FindingKind
  strength: Strength
  participant: Participant
  summary: string
  evidence: Evidence[]
  basis: string[]
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

const keyOf = ({ user_id, email }: Participant) => (user_id === null ? email.toLowerCase() : `u${user_id}`)

/** A person with what they are compared by. */
interface Compared<P> {
  person: P
  name: ComparedName
  /** Addresses with the domains at which not anybody can have one; the present one is the first. */
  addresses: { mailbox: string; domain: string; registered: string }[]
}

function compared<P extends Someone & { addresses: readonly string[] }>(person: P): Compared<P> {
  const addresses = person.addresses.map((email) => {
    const domain = workDomain(email)
    return { mailbox: mailboxOf(email), domain, registered: domain && organisationDomain(domain) }
  })
  return { person, name: comparedName(person), addresses }
}

/** Everything that two people can have in common, as keys of an index. */
const sharedKeys = ({ person, name, addresses }: Compared<Someone>): string[] => [
  ...(person.organisation === '' ? [] : [`organisation ${person.organisation}`]),
  ...addresses.flatMap(({ mailbox, registered }) => [
    `mailbox ${mailbox}`,
    ...(registered === '' ? [] : [`domain ${registered}`]),
  ]),
  ...nameKeys(name).map((key) => `name ${key}`),
]

/** Everything that findings are looked up in. */
function indexOf({ participants, memberships, relations, ...rest }: Facts) {
  const byKey = new Map<string, Compared<Participant>[]>()
  const byIdentity = new Map<string, Compared<Participant>[]>()
  const add = <T>(map: Map<string, T[]>, key: string, value: T) => {
    const found = map.get(key)
    if (found) found.push(value)
    else map.set(key, [value])
  }
  for (const participant of participants) {
    const one = compared({ ...participant, addresses: [participant.email, ...participant.addresses] })
    for (const key of new Set(sharedKeys(one))) add(byKey, key, one)
    add(byIdentity, keyOf(participant), one)
  }
  return {
    ...rest,
    byKey,
    byIdentity,
    membersOf: groupBy(memberships, ({ proposal_id }) => proposal_id),
    membershipsOf: groupBy(memberships, ({ key }) => key),
    declaredBy: groupBy(relations, ({ user_id }) => user_id),
    declaredTo: groupBy(
      relations.filter(({ other_id }) => other_id !== null),
      ({ other_id }) => other_id!,
    ),
  }
}
type Index = ReturnType<typeof indexOf>

/** Findings on all candidates and proposals, strongest first; none about people who are on the proposal themselves. */
export function findFindings(facts: Facts): Finding[] {
  const index = indexOf(facts)
  const found = facts.candidates.flatMap((candidate) => findingsOn(compared(candidate), index))
  const order = new Map(FINDING_KIND_NAMES.map((kind, position) => [kind, position]))
  return found.sort(
    (a, b) =>
      b.strength - a.strength || order.get(a.kind)! - order.get(b.kind)! || a.proposal_id - b.proposal_id,
  )
}

function findingsOn(candidate: Compared<Candidate>, index: Index): Finding[] {
  const clues = [
    ...nearby(candidate, index).flatMap((participant) => cluesOf(candidate, participant, index)),
    ...togetherClues(candidate.person, index),
    ...relationClues(candidate.person, index),
  ].filter(({ participant }) => !isSame(candidate.person, participant))
  const findings = groupBy(clues, ({ kind, participant }) => `${participant.proposal_id} ${kind}`)
  return [...findings.values()].map((of) => toFinding(candidate.person, of))
}

/** The same account, or one of its addresses: a conflict already, and nothing to judge. */
const isSame = (candidate: Candidate, { user_id, email }: Participant) =>
  user_id === candidate.id || candidate.addresses.some((own) => own.toLowerCase() === email.toLowerCase())

const unique = <T, K>(values: readonly T[], keyOfValue: (value: T) => K): T[] => [
  ...new Map(values.map((value) => [keyOfValue(value), value])).values(),
]

function toFinding({ id }: Candidate, clues: Clue[]): Finding {
  const { kind, participant } = clues[0]!
  return {
    user_id: id,
    proposal_id: participant.proposal_id,
    kind,
    strength: Math.max(...clues.map(({ strength }) => strength)) as Strength,
    summary: [...new Set(clues.map(({ summary }) => summary))].join('; '),
    evidence: unique(
      clues.flatMap(({ evidence }) => evidence),
      ({ text, proposal }) => `${proposal?.id} ${text}`,
    ),
    people: unique(
      clues.map(({ participant: { name, affiliation, role, user_id, email } }) => ({
        name,
        affiliation,
        role,
        user_id,
        email,
      })),
      ({ email }) => email,
    ).map(({ email: _, ...person }) => person),
    basis: [...new Set(clues.map(({ basis }) => JSON.stringify(basis)))].sort().join('\n'),
  }
}

const nearby = (candidate: Compared<Candidate>, { byKey }: Index) => [
  ...new Set(sharedKeys(candidate).flatMap((key) => byKey.get(key) ?? [])),
]

/** What a candidate and a participant have in common by themselves. */
function cluesOf(a: Compared<Candidate>, b: Compared<Participant>, { organisations }: Index): Clue[] {
  const organisation = organisationClue(a.person, b.person, organisations)
  const domain = domainClue(a, b)
  const atOneOrganisation = organisation !== null || domain !== null
  return [
    mailboxClue(a, b),
    organisation,
    // Colleagues share both: the organisation says it.
    organisation ? null : domain,
    nameClue(a, b, atOneOrganisation),
  ].filter((clue) => clue !== null)
}

const plain = (text: string): Evidence => ({ text, proposal: null })

function mailboxClue(a: Compared<Candidate>, b: Compared<Participant>): Clue | null {
  const shared = a.addresses.findIndex(({ mailbox }) => b.addresses.some((one) => one.mailbox === mailbox))
  if (shared < 0) return null
  const own = a.person.addresses[shared]!
  const { mailbox } = a.addresses[shared]!
  const theirs = b.person.addresses.find((email) => mailboxOf(email) === mailbox) ?? b.person.email
  return {
    kind: 'same_person',
    strength: 3,
    participant: b.person,
    summary: `${theirs} and ${own} are one mailbox`,
    evidence: [plain(`Mail to ${theirs} reaches the mailbox of ${own}.`)],
    basis: [mailbox, keyOf(b.person)],
  }
}

function organisationClue(a: Candidate, b: Participant, names: Index['organisations']): Clue | null {
  if (a.organisation === '' || a.organisation !== b.organisation) return null
  const texts = [folded(a.affiliation), folded(b.affiliation)]
  const alike = texts[0] === texts[1]
  const above = names.get(a.organisation)
  const summary = alike ? b.affiliation : `${a.affiliation} = ${b.affiliation}`
  const of = above === undefined || texts.includes(folded(above)) ? '' : `, both of ${above}`
  return {
    kind: 'organisation',
    strength: 2,
    participant: b,
    summary: alike || of === '' ? summary : `both of ${above}`,
    evidence: [plain(`${b.name}: ${summary}${of}`)],
    basis: [...texts.sort(), keyOf(b)],
  }
}

const isBelow = (a: string, b: string) => a === b || a.endsWith(`.${b}`)

function domainClue(a: Compared<Candidate>, b: Compared<Participant>): Clue | null {
  const pairs = a.addresses.flatMap((own, i) =>
    b.addresses
      .filter(({ registered }) => registered !== '' && registered === own.registered)
      .map((other) => {
        const within = isBelow(own.domain, other.domain) || isBelow(other.domain, own.domain)
        return {
          own: own.domain,
          other: other.domain,
          former: i > 0,
          strength: within && i === 0 ? 2 : 1,
        } as const
      }),
  )
  const [best] = pairs.sort((x, y) => y.strength - x.strength)
  if (!best) return null
  const domains = best.own === best.other ? best.own : `${best.own} and ${best.other}`
  const summary = best.former ? `${domains}, a former address` : domains
  return {
    kind: 'domain',
    strength: best.strength,
    participant: b.person,
    summary,
    evidence: [plain(`${b.person.name}: ${summary}`)],
    basis: [best.own, best.other, String(best.former), keyOf(b.person)],
  }
}

function nameClue(a: Compared<Candidate>, b: Compared<Participant>, atOneOrganisation: boolean): Clue | null {
  if (!isNamesake(a.name, b.name)) return null
  const where = atOneOrganisation ? 'same organisation' : 'other organisation'
  return {
    kind: 'name',
    strength: atOneOrganisation ? 3 : 1,
    participant: b.person,
    summary: `${b.person.role}, ${where}, other address`,
    evidence: [
      plain(
        `${b.person.name} is ${b.person.role} under another address: the same person as ${a.person.name}?`,
      ),
    ],
    basis: [folded(a.person.name), folded(b.person.name), where, keyOf(b.person)],
  }
}

/** Everyone with whom the candidate has proposed in the last years. */
function togetherClues(candidate: Candidate, { membershipsOf, membersOf, byIdentity }: Index): Clue[] {
  const shared = (membershipsOf.get(`u${candidate.id}`) ?? []).flatMap((own) =>
    membersOf.get(own.proposal_id)!.map((other) => ({ own, other })),
  )
  return [...groupBy(shared, ({ other }) => other.key)].flatMap(([key, all]) =>
    (byIdentity.get(key) ?? []).flatMap(({ person: participant }) => {
      const elsewhere = all.filter(({ own }) => own.proposal_id !== participant.proposal_id)
      if (elsewhere.length === 0) return []
      const inThisCall = elsewhere.some(({ own }) => own.term_id === participant.term_id)
      const proposals = unique(elsewhere, ({ own }) => own.proposal_id)
      return {
        kind: 'together',
        strength: proposals.length > 1 || inThisCall ? 3 : 2,
        participant,
        summary: proposals.map(({ own }) => `${termLabel(own.term_id)}: ${own.proposal_id}`).join(', '),
        evidence: proposals.map(({ own, other }) => ({
          text: `${termLabel(own.term_id)}, ${rolesText(candidate, own, participant, other)}`,
          proposal: { id: own.proposal_id, term_id: own.term_id, title: own.title },
        })),
        basis: [...proposals.map(({ own }) => String(own.proposal_id)), keyOf(participant)],
      } as const
    }),
  )
}

const rolesText = (a: Candidate, own: Membership, b: Participant, other: Membership) =>
  own.role === other.role
    ? `both ${own.role}s, with ${b.name}`
    : `${b.name} ${other.role}, ${a.name} ${own.role}`

/** Everyone to whom the candidate has declared a relation, and who has declared one to the candidate. */
function relationClues(candidate: Candidate, index: Index): Clue[] {
  const declared = (index.declaredBy.get(candidate.id) ?? []).flatMap((relation) =>
    participantsIn(relation, index).map((found) => ({ relation, ...found })),
  )
  const returned = (index.declaredTo.get(candidate.id) ?? []).flatMap((relation) =>
    (index.byIdentity.get(`u${relation.user_id}`) ?? []).map(({ person }) => ({
      relation,
      participant: person,
      byName: false,
    })),
  )
  return [...declared, ...returned].map(({ relation, participant, byName }) => ({
    kind: 'relation',
    strength: byName ? 2 : 3,
    participant,
    summary: relationText(relation),
    evidence: [
      plain(
        `${participant.name}: ${relationText(relation)}, declared ${relation.declared_on}${byName ? ', found by the name' : ''}${relation.note === '' ? '' : `. “${relation.note}”`}`,
      ),
    ],
    basis: [String(relation.id), keyOf(participant)],
  }))
}

/** The participants to whom a relation was declared: by their address, or else by their name. */
function participantsIn(relation: Relation, { byKey, byIdentity }: Index) {
  const byAddress = new Set([
    ...(relation.other_id === null ? [] : (byIdentity.get(`u${relation.other_id}`) ?? [])),
    ...(relation.email === '' ? [] : (byKey.get(`mailbox ${mailboxOf(relation.email)}`) ?? [])),
  ])
  const name = comparedName({ first_name: relation.name, last_name: '' })
  const namesakes = new Set(
    nameKeys(name)
      .flatMap((key) => byKey.get(`name ${key}`) ?? [])
      .filter((one) => !byAddress.has(one) && isNamesake(name, one.name)),
  )
  return [
    ...[...byAddress].map(({ person }) => ({ participant: person, byName: false })),
    ...[...namesakes].map(({ person }) => ({ participant: person, byName: true })),
  ]
}

/** 'Supervisor or student, 2019 to 2023'. */
export function relationText({
  kind,
  from_year,
  until_year,
}: Pick<Relation, 'kind' | 'from_year' | 'until_year'>) {
  const label = RELATION_KINDS[kind]
  if (from_year === null && until_year === null) return label
  if (until_year === null) return `${label}, since ${from_year}`
  return from_year === null ? `${label}, until ${until_year}` : `${label}, ${from_year} to ${until_year}`
}
