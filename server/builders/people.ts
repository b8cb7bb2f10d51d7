import type { Role } from '#domain/access.ts'
import type { NoticeInput } from '#domain/applicants/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Term } from '#domain/terms/rules.ts'
import { fullName } from '#domain/users/person.ts'
import type { PersonInput } from '#domain/users/person_schemas.ts'
import { register } from '../applicants/decisions.ts'
import { createApplicant } from '../applicants/service.ts'
import { addInformation } from '../information/queries.ts'
import type { AnyCtx, Ctx } from '../platform/context.ts'
import { findUserByEmail, setPassword } from '../session/queries.ts'
import { insertTerm, setCurrentTerm } from '../terms/queries.ts'
import { addUser } from '../users/queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** ISO time of `days` days after `now`; negative for the past. */
export const daysFrom = (now: Date, days: number) => new Date(+now + days * DAY_MS).toISOString()

let counter = 0
/** Five digits, so that in texts the names sort as they were made, and none begins with another. */
const next = () => String(++counter).padStart(5, '0')

/** A person with a unique name, e-mail address and affiliation: with nothing in common with anyone. */
export function aPerson(person: Partial<PersonInput> = {}): PersonInput {
  const n = next()
  return {
    first_name: 'Akari',
    middle_name: '',
    last_name: `Sato${n}`,
    suffix: '',
    email: `person${n}@example.org`,
    affiliation: `Institute ${n} of Small Bodies`,
    ...person,
  }
}

/** A term, by default the current one, that accepts notices and proposals now. */
export async function aTerm(ctx: AnyCtx, term: Partial<Term> = {}): Promise<Term> {
  const now = ctx.now()
  const made: Term = {
    id: 7,
    noi_opens_at: daysFrom(now, -30),
    noi_closes_at: daysFrom(now, 30),
    proposals_open_at: daysFrom(now, -20),
    proposals_close_at: daysFrom(now, 40),
    reviews_due_at: daysFrom(now, 80),
    panel_meets_at: null,
    allocation_due_at: null,
    disabled: false,
    is_current: true,
    ...term,
  }
  await ctx.write(async (tx) => {
    await insertTerm(tx, made)
    await tx.audit('term.add', made, made)
  })
  return made
}

/** Makes a term the current one, which disables the terms before it. */
export const makeCurrent = (ctx: AnyCtx, id: number) =>
  ctx.write(async (tx) => {
    await setCurrentTerm(tx, id, { by: null, at: tx.now() })
    await tx.audit('term.make_current', { id })
  })

/** Gives a user a password that need not be changed. */
export const givePassword = (ctx: AnyCtx, email: string, password_hash: string) =>
  ctx.write(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (!user) throw new Error(`There is no user ${email}.`)
    await setPassword(tx, user.id, { password_hash, password_generated_until: null })
    await tx.audit('user.change_password', user)
  })

interface UserOptions extends Partial<PersonInput> {
  password_hash?: string
  disabled?: boolean
}

/** A user with exactly these roles. */
export async function aUser(
  ctx: AnyCtx,
  roles: Role[],
  { password_hash, disabled, ...person }: UserOptions = {},
) {
  const who = aPerson(person)
  const id = await ctx.write(async (tx) => {
    const user = {
      ...who,
      password_hash: password_hash ?? null,
      disabled: disabled ?? false,
      is_administration_office: roles.includes('admin'),
      is_panel: roles.includes('panel'),
      is_reviewer: roles.includes('reviewer'),
      is_curation: roles.includes('curation'),
      is_proposer: roles.includes('proposer'),
    }
    const added = await addUser(tx, user, tx.now())
    if (!added) throw new Error(`There is a user ${who.email} already.`)
    await tx.audit('user.create', added, { ...who, roles })
    return added.id
  })
  return { id, email: who.email, name: fullName(who), roles } satisfies Actor
}

/** Files a Notice of Intent as a visitor and returns the applicant's id. */
export async function aNotice(ctx: AnyCtx, notice: Partial<NoticeInput> = {}): Promise<number> {
  await createApplicant(ctx, {
    ...aPerson(),
    methods: 'add',
    early_career: 0,
    proposal_title: `Organic matter of small bodies ${next()}`,
    proposal_abstract: 'We ask what the grains say of the water they met.',
    collaborators: [],
    ...notice,
  })
  const { id } = await ctx.db
    .selectFrom('applicants')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id
}

/** A registered proposer with an empty proposal of the current term. */
export async function aProposer(office: Ctx, notice: Partial<NoticeInput> = {}) {
  const applicant_id = await aNotice(office, notice)
  await register(office, applicant_id)
  return { applicant_id, ...(await proposerOf(office, applicant_id)) }
}

/** The proposer account of a registered applicant, and the proposal of the applicant's term. */
export async function proposerOf(ctx: AnyCtx, applicant_id: number) {
  const row = await ctx.db
    .selectFrom('applicants as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .innerJoin('proposals as p', (join) =>
      join.onRef('p.user_id', '=', 'u.id').onRef('p.term_id', '=', 'a.term_id'),
    )
    .select(['u.id', 'u.email', 'u.name', 'p.id as proposal_id'])
    .where('a.id', '=', applicant_id)
    .executeTakeFirstOrThrow()
  const actor: Actor = { id: row.id, email: row.email, name: row.name, roles: ['proposer'] }
  return { actor, proposal_id: row.proposal_id }
}

/** An announcement, by default published and for everyone; returns its id. */
export async function anAnnouncement(
  ctx: AnyCtx,
  item: {
    title?: string
    target?: number
    date?: string
    published?: boolean
    content?: string
    url?: string
  } = {},
) {
  const made = { title: `News ${next()}`, target: 1, date: '2026-04-01', published: true, ...item }
  return ctx.write(async (tx) => {
    const added = await addInformation(tx, made)
    await tx.audit('information.add', added, made)
    return added.id
  })
}

interface Entry {
  name: string
  sort?: number
  hidden?: boolean
}

const anEntry =
  (table: 'keywords' | 'analysis_methods', action: 'keyword.add' | 'method.add') =>
  (ctx: AnyCtx, entry: Entry) =>
    ctx.write(async (tx) => {
      const added = await tx.insertInto(table).values(entry).returning('id').executeTakeFirstOrThrow()
      await tx.audit(action, added, entry)
      return added.id
    })
export const aKeyword = anEntry('keywords', 'keyword.add')
export const aMethod = anEntry('analysis_methods', 'method.add')

/** Marks all mails as sent at the time they were created. */
export const settleMails = (ctx: AnyCtx) =>
  ctx.write((tx) => {
    tx.skipAudit('The demonstration pretends that its mails left.')
    return tx
      .updateTable('mails')
      .set((eb) => ({
        state: 'sent',
        tries: 1,
        sent_at: eb.ref('created_at'),
        body: eb.case().when('secret', '=', true).then('').else(eb.ref('body')).end(),
      }))
      .execute()
  })

/** Marks the newest `count` mails of a kind as failed after the last attempt. */
export const failMails = (ctx: AnyCtx, kind: string, count: number) =>
  ctx.write((tx) => {
    tx.skipAudit('The demonstration pretends that a mail server refused these.')
    return tx
      .updateTable('mails')
      .set({ state: 'failed', tries: 10, sent_at: null, last_error: '552 5.2.2 Mailbox full' })
      .where('id', 'in', (eb) =>
        eb.selectFrom('mails').select('id').where('kind', '=', kind).orderBy('id', 'desc').limit(count),
      )
      .execute()
  })
