import { bibtexEntries } from '#domain/custody/publications/bibtex.ts'
import {
  type BibtexFilter,
  type ChoosablePiece,
  type Publication,
  type PublicationFilter,
  type PublicationInput,
  publications,
} from '#domain/custody/publications/contract.ts'
import { publicationState } from '#domain/custody/publications/status.ts'
import { done } from '#domain/endpoint.ts'
import { invalid, notFound } from '#domain/errors.ts'
import { asteroids } from '#domain/masters/values.ts'
import type { Actor } from '#domain/session/actor.ts'
import { listNames } from '#domain/text.ts'
import type { Ctx, Db, Tx } from '../../platform/context.ts'
import { type Export, exportAddress, plainColumn, textColumn } from '../../platform/csv.ts'
import { Attachment } from '../../platform/http/handlers.ts'
import {
  addPieces,
  changePublication,
  confirmPieces,
  findByDoi,
  findChoosable,
  findChosen,
  findOfPiece,
  findOfProposal,
  findOwnPublications,
  findProposer,
  findPublication,
  findPublicationPage,
  findRoot,
  findToConfirm,
  insertPublication,
  lockAdditions,
  lockPublication,
  type PublicationRow,
  removePieces,
  removePublication,
  streamForBibtex,
  streamPublications,
} from './queries.ts'

const MAX_CHOICES = 200
const MAX_NAMES = 3

const isOffice = ({ roles }: Actor) => roles.includes('admin')
const isCustodian = ({ roles }: Actor) => roles.includes('admin') || roles.includes('curation')
/** Whose pieces the actor may name: null for any. */
const ownerFor = (actor: Actor) => (isCustodian(actor) ? null : actor.id)

/** Why the actor may not change or remove a publication, or null. */
function whyNotChange(row: Pick<PublicationRow, 'added_by_id' | 'pieces'>, actor: Actor): string | null {
  if (isOffice(actor)) return null
  if (row.added_by_id !== actor.id) return 'Only who added it, and the office, can change it.'
  return row.pieces.some(({ confirmed }) => confirmed) ? 'The office has confirmed it.' : null
}

const stateOf = ({ to_confirm }: { to_confirm: boolean }) =>
  to_confirm ? publicationState.code.TO_CONFIRM : publicationState.code.CONFIRMED

const shown =
  (actor: Actor) =>
  ({ added_by_id, to_confirm, confirmation, ...row }: PublicationRow): Publication => ({
    ...row,
    state: stateOf({ to_confirm }),
    confirmed_by: confirmation?.by ?? null,
    confirmed_at: confirmation?.at ?? null,
    why_not_change: whyNotChange({ added_by_id, pieces: row.pieces }, actor),
  })

export async function listPublications(ctx: Ctx, filter: PublicationFilter) {
  const page = await findPublicationPage(ctx.db, filter)
  return { ...page, data: page.data.map(shown(ctx.actor)) }
}

/** Of the pieces of publications only the user's own: a holder sees nothing of what others have. */
async function withOwnPieces(db: Db, rows: readonly Publication[], user_id: number): Promise<Publication[]> {
  const addresses = rows.flatMap(({ pieces }) => pieces.map(({ address }) => address))
  const own = new Set((await findChosen(db, user_id, addresses)).map(({ address }) => address))
  return rows.map((row) => ({ ...row, pieces: row.pieces.filter(({ address }) => own.has(address)) }))
}

/** Those that the caller added, and those of their pieces. */
export const ownPublications = async (ctx: Ctx): Promise<Publication[]> =>
  withOwnPieces(ctx.db, (await findOwnPublications(ctx.db, ctx.actor.id)).map(shown(ctx.actor)), ctx.actor.id)

/** Throws 'missing' unless the proposal is the caller's, or the caller is staff or curation. */
export async function publicationsOfProposal(ctx: Ctx, id: number): Promise<Publication[]> {
  const proposal = await findProposer(ctx.db, id)
  const { actor } = ctx
  const reads = isCustodian(actor) || actor.roles.includes('panel')
  if (!proposal || !(reads || proposal.user_id === actor.id)) throw notFound()
  const rows = (await findOfProposal(ctx.db, id)).map(shown(actor))
  // Who is no custodian sees nothing of what others were lent.
  return isCustodian(actor)
    ? rows
    : rows.map((row) => ({ ...row, pieces: row.pieces.filter(({ proposal_id }) => proposal_id === id) }))
}

/** Throws 'missing' unless the piece is or was the caller's, or the caller is of the office or curation. */
export async function publicationsOfPiece(ctx: Ctx, address: string): Promise<Publication[]> {
  const root = await findRoot(ctx.db, address, ownerFor(ctx.actor))
  if (!root) throw notFound()
  if (isCustodian(ctx.actor)) return (await findOfPiece(ctx.db, root.root_id)).map(shown(ctx.actor))
  return (await ownPublications(ctx)).filter(({ pieces }) =>
    pieces.some((piece) => piece.address === address),
  )
}

/** Pieces that the caller may name in a publication. */
export const choosablePieces = async (ctx: Ctx, name: string): Promise<ChoosablePiece[]> =>
  (await findChoosable(ctx.db, ownerFor(ctx.actor), name, MAX_CHOICES)).map(
    ({ id: _, loan_id: __, ...piece }) => piece,
  )

/** The chosen pieces. Throws 'invalid' for one that the actor may not name. */
async function requirePieces(tx: Tx, addresses: readonly string[], also: readonly string[] = []) {
  const chosen = await findChosen(tx, ownerFor(tx.actor), addresses)
  const known = new Set([...chosen.map(({ address }) => address), ...also])
  const position = addresses.findIndex((address) => !known.has(address))
  if (position >= 0)
    throw invalid({ [`pieces.${position}`]: 'You can name only pieces that you have borrowed.' })
  return chosen
}

const confirmation = (tx: Tx) =>
  isOffice(tx.actor)
    ? { confirmed_at: tx.now().toISOString(), confirmed_by: tx.actor.id, confirmed_by_name: tx.actor.name }
    : {}

const linksOf = (tx: Tx, publication_id: number, chosen: Awaited<ReturnType<typeof requirePieces>>) =>
  chosen.map(({ id, loan_id }) => ({
    publication_id,
    piece_id: id,
    loan_id,
    added_by: tx.actor.id,
    ...confirmation(tx),
  }))

const namesOf = (pieces: readonly { name: string }[]) =>
  listNames(
    pieces.map(({ name }) => name),
    MAX_NAMES,
  )

/** Adds a publication; a DOI that is known gets the pieces added. What the office adds is confirmed. */
export const addPublication = (ctx: Ctx, { pieces, ...input }: PublicationInput) =>
  ctx.write(async (tx) => {
    await lockAdditions(tx)
    const chosen = await requirePieces(tx, pieces)
    const known = await findByDoi(tx, input.doi)
    const { id } =
      known ??
      (await insertPublication(tx, {
        ...input,
        added_at: tx.now().toISOString(),
        added_by: tx.actor.id,
        added_by_name: tx.actor.name,
      }))
    await addPieces(tx, linksOf(tx, id, chosen))
    await tx.audit('publication.add', { id }, { ...input, pieces: chosen.map(({ name }) => name) })
    const waits = isOffice(tx.actor) ? '' : ' The office confirms it.'
    return done(
      known
        ? `This DOI is known, as "${known.title}": ${namesOf(chosen)} ${chosen.length === 1 ? 'has' : 'have'} been added to it.${waits}`
        : `"${input.title}" has been added for ${namesOf(chosen)}.${waits}`,
    )
  })

/** A locked publication that the actor may change. Throws 'missing' for what is not theirs to see. */
async function lockChangeable(tx: Tx, id: number): Promise<PublicationRow> {
  await lockPublication(tx, id)
  const row = await findPublication(tx, id)
  const own =
    row &&
    (isCustodian(tx.actor) || (await findOwnPublications(tx, tx.actor.id)).some((one) => one.id === id))
  if (!row || !own) throw notFound()
  tx.refuse(whyNotChange(row, tx.actor))
  return row
}

/** Saves a publication whole; pieces that stay keep their confirmation. */
export const savePublication = (ctx: Ctx, id: number, { pieces, ...input }: PublicationInput) =>
  ctx.write(async (tx) => {
    await lockAdditions(tx)
    const before = await lockChangeable(tx, id)
    const other = await findByDoi(tx, input.doi)
    if (other && other.id !== id) throw invalid({ doi: `"${other.title}" has this DOI.` })
    const chosen = await requirePieces(tx, pieces)
    await changePublication(tx, id, input)
    await removePieces(tx, id, { but: chosen.map((piece) => piece.id), of: ownerFor(tx.actor) })
    await addPieces(tx, linksOf(tx, id, chosen))
    const { doi, title, year } = before
    await tx.audit(
      'publication.edit',
      { id },
      { ...input, pieces: chosen.map(({ name }) => name) },
      { doi, title, year, pieces: before.pieces.map(({ name }) => name) },
    )
    return done(`"${input.title}" has been saved.`)
  })

/** Confirms publications, all or nothing. Throws 'missing'. */
export const confirmPublications = (ctx: Ctx, ids: readonly number[]) =>
  ctx.write(async (tx) => {
    const rows: PublicationRow[] = []
    for (const id of [...ids].sort((a, b) => a - b)) {
      await lockPublication(tx, id)
      const row = await findPublication(tx, id)
      if (!row) throw notFound()
      rows.push(row)
    }
    const confirmed = await confirmPieces(tx, ids, tx.actor, tx.now())
    tx.refuse(confirmed.length === 0 ? 'There is nothing left to confirm.' : null)
    for (const id of confirmed) await tx.audit('publication.confirm', { id }, { confirmed: true })
    const titles = rows.filter(({ id }) => confirmed.includes(id)).map(({ title }) => `"${title}"`)
    return done(`Confirmed: ${listNames(titles, MAX_NAMES)}.`)
  })

/** How many publications wait for the office, and the title of one of them; none of them waits for curation. */
export const publicationsToConfirm = async (ctx: Ctx) =>
  isOffice(ctx.actor) ? findToConfirm(ctx.db) : { count: 0, title: null }

/** Removes a publication; for a holder only their own pieces of it, while it is also about those of others. */
export const deletePublication = (ctx: Ctx, id: number, reason: string) =>
  ctx.write(async (tx) => {
    const { doi, title, year, pieces } = await lockChangeable(tx, id)
    await removePieces(tx, id, { but: [], of: ownerFor(tx.actor) })
    const left = (await findPublication(tx, id))!.pieces
    if (left.length === 0) await removePublication(tx, id)
    await tx.audit(
      'publication.remove',
      { id },
      { reason },
      { doi, title, year, pieces: pieces.map(({ name }) => name) },
    )
    return done(
      left.length === 0
        ? `"${title}" has been removed.`
        : `Your pieces have been removed from "${title}"; it stays for what others have studied.`,
    )
  })

type ExportedRow = PublicationRow

/** A row for each publication; its pieces, loans and proposals in one cell each. */
export const publicationExport: Export<ExportedRow, PublicationFilter> = {
  name: 'publications',
  endpoint: publications.download,
  columns: [
    textColumn('DOI', (b) => b.doi),
    textColumn('Title', (b) => b.title),
    plainColumn('Year', (b) => b.year),
    plainColumn('State', (b) => publicationState.label(stateOf(b))),
    textColumn('Pieces', (b) => b.pieces.map(({ name }) => name).join(', ')),
    plainColumn('Asteroids', (b) =>
      [...new Set(b.pieces.map(({ db_type }) => asteroids[db_type]))].join(', '),
    ),
    plainColumn('Loans', (b) => [...new Set(b.pieces.flatMap(({ loan }) => loan ?? []))].join(', ')),
    plainColumn('Proposals', (b) =>
      [...new Set(b.pieces.flatMap(({ proposal_id }) => proposal_id ?? []))].join(', '),
    ),
    textColumn('Added by', (b) => b.added_by),
    plainColumn('Added at', (b) => b.added_at),
    textColumn('Confirmed by', (b) => b.confirmation?.by ?? null),
    plainColumn('Confirmed at', (b) => b.confirmation?.at ?? null),
  ],
  rows: (ctx, filter) => streamPublications(ctx.db, filter),
}

export const downloadPublications = (ctx: Ctx, filter: PublicationFilter) =>
  exportAddress(ctx, publicationExport, filter)

/** The publications that the list finds as BibTeX. */
export async function downloadBibtex(ctx: Ctx, filter: BibtexFilter): Promise<Attachment> {
  const entryOf = bibtexEntries()
  let text = ''
  for await (const { doi, title, year, pieces } of streamForBibtex(ctx.withExportConnections().db, filter))
    text += entryOf({ doi, title, year, pieces: pieces.map(({ name }) => name) })
  return new Attachment('publications.bib', 'application/x-bibtex; charset=utf-8', Buffer.from(text))
}
