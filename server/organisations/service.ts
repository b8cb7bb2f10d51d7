import { done, saved } from '#domain/endpoint.ts'
import { invalid, notFound } from '#domain/errors.ts'
import type {
  AffiliationFilter,
  NewOrganisation,
  OrganisationFilter,
  OrganisationInput,
} from '#domain/organisations/contract.ts'
import { whyNotDeleteOrganisation, whyNotMerge, whyNotParent } from '#domain/organisations/rules.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import * as queries from './queries.ts'

export const listOrganisations = (ctx: Ctx, filter: OrganisationFilter) =>
  queries.findOrganisations(ctx.db, filter)

export const listAffiliations = (ctx: Ctx, filter: AffiliationFilter) =>
  queries.findAffiliations(ctx.db, filter)

/** One organisation. Throws 'missing'. */
export async function showOrganisation(ctx: Ctx, id: number) {
  const organisation = await queries.findOrganisation(ctx.db, id)
  if (!organisation) throw notFound()
  return organisation
}

const spellingCount = (count: number) => (count === 1 ? '1 spelling' : `${count} spellings`)

/** Locks all organisations and returns one of them. Throws 'missing'. */
async function lockOrganisation(tx: Tx, id: number) {
  await queries.lockOrganisations(tx)
  const organisation = await queries.findSavedOrganisation(tx, id)
  if (!organisation) throw notFound()
  return organisation
}

interface Fields {
  name: string
  ror: string | null
  parent_id: number | null
}

/** Throws 'invalid' where another organisation has the name or ROR id, or the parent cannot be one. `id`: null for a new one. */
async function checkFields(tx: Tx, id: number | null, { name, ror, parent_id }: Fields) {
  const [taken] = await queries.findTaken(tx, [name])
  if (taken && taken.organisation_id !== id)
    throw invalid({ name: `This is a spelling of ${taken.name}: merge them, or remove it there.` })
  const registered = ror === null ? undefined : await queries.findByRor(tx, ror)
  if (registered && registered.id !== id) throw invalid({ ror: `${registered.name} has this ROR id.` })
  if (parent_id === null) return
  if (!(await queries.findSavedOrganisation(tx, parent_id)))
    throw invalid({ parent_id: 'This organisation does not exist.' })
  const why = id === null ? null : whyNotParent({ id }, parent_id, await queries.findBelow(tx, id))
  if (why) throw invalid({ parent_id: why })
}

/** Refuses texts that are spellings of other organisations, and names those. */
async function refuseTaken(tx: Tx, id: number, spellings: readonly string[]) {
  const taken = (await queries.findTaken(tx, spellings)).filter((one) => one.organisation_id !== id)
  tx.refuse(
    taken.length === 0
      ? null
      : taken.map(({ at, name }) => `${spellings[at]} is already a spelling of ${name}.`).join(' '),
  )
}

/** Adds an organisation with its other spellings. Throws 'invalid'. */
export const addOrganisation = (ctx: Ctx, { spellings, ...fields }: NewOrganisation) =>
  ctx.write(async (tx) => {
    await queries.lockOrganisations(tx)
    await checkFields(tx, null, fields)
    const { id } = await queries.insertOrganisation(tx, fields, tx.actor.id, tx.now())
    await refuseTaken(tx, id, spellings)
    await queries.insertSpellings(tx, id, spellings)
    await tx.audit('organisation.add', { id }, { ...fields, spellings })
    return { ...done(`${fields.name} has been added.`), id }
  })

/** Saves an organisation; its former name stays a spelling. Throws 'missing', 'stale' and 'invalid'. */
export const saveOrganisation = (ctx: Ctx, id: number, { version, ...fields }: OrganisationInput) =>
  ctx.write(async (tx) => {
    const before = await lockOrganisation(tx, id)
    requireVersion('This organisation', version, before)
    await checkFields(tx, id, fields)
    await queries.updateOrganisation(tx, id, fields, tx.actor.id, tx.now())
    await tx.audit('organisation.edit', before, fields, before)
    return saved(`${fields.name} has been saved.`, before.version + 1)
  })

/** Merges affiliations into an organisation. Throws 'missing'. */
export const addSpellings = (ctx: Ctx, id: number, spellings: readonly string[]) =>
  ctx.write(async (tx) => {
    const organisation = await lockOrganisation(tx, id)
    await refuseTaken(tx, id, spellings)
    const spelling_ids = await queries.insertSpellings(tx, id, spellings)
    tx.refuse(spelling_ids.length === 0 ? `${organisation.name} has these spellings already.` : null)
    await tx.audit('organisation.add_spellings', organisation, { spellings })
    return {
      ...done(
        spellings.length === 1
          ? `${spellings[0]} is now a spelling of ${organisation.name}.`
          : `${spellingCount(spelling_ids.length)} merged into ${organisation.name}.`,
      ),
      spelling_ids,
    }
  })

/** Undoes merges of affiliations. Throws 'missing'. */
export const removeSpellings = (ctx: Ctx, id: number, ids: readonly number[]) =>
  ctx.write(async (tx) => {
    const organisation = await lockOrganisation(tx, id)
    const spellings = await queries.findSpellings(tx, id, ids)
    if (spellings.length < new Set(ids).size) throw notFound()
    const name = spellings.find(({ is_name }) => is_name)
    tx.refuse(name ? `${name.spelling} is the name of the organisation: change the name first.` : null)
    await queries.deleteSpellings(tx, ids)
    await tx.audit('organisation.remove_spellings', organisation, null, {
      spellings: spellings.map(({ spelling }) => spelling),
    })
    return done(
      spellings.length === 1
        ? `${spellings[0]!.spelling} is no longer a spelling of ${organisation.name}.`
        : `${spellingCount(spellings.length)} removed from ${organisation.name}.`,
    )
  })

/** Merges an organisation into another: spellings, parts, and the ROR id if the other has none. Throws 'missing'. */
export const mergeOrganisations = (ctx: Ctx, id: number, into_id: number) =>
  ctx.write(async (tx) => {
    const from = await lockOrganisation(tx, id)
    const into = await queries.findSavedOrganisation(tx, into_id)
    if (!into) throw invalid({ into: 'This organisation does not exist.' })
    tx.refuse(whyNotMerge(from, into, await queries.findBelow(tx, id)))
    await queries.mergeOrganisation(tx, id, into_id)
    await queries.updateOrganisation(tx, into_id, { ror: into.ror ?? from.ror }, tx.actor.id, tx.now())
    await tx.audit(
      'organisation.merge',
      into,
      { merged: from.name, ror: into.ror ?? from.ror },
      { ror: into.ror },
    )
    await tx.audit('organisation.delete', from, null, {
      name: from.name,
      ror: from.ror,
      parent_id: from.parent_id,
    })
    return done(`${from.name} has been merged into ${into.name}.`)
  })

/** Deletes an organisation; its spellings compare by themselves again. Throws 'missing'. */
export const removeOrganisation = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const organisation = await lockOrganisation(tx, id)
    tx.refuse(whyNotDeleteOrganisation(await queries.findParts(tx, id)))
    await queries.deleteOrganisation(tx, id)
    const { name, ror, parent_id } = organisation
    await tx.audit('organisation.delete', organisation, null, { name, ror, parent_id })
    return done(`${name} has been deleted.`)
  })
