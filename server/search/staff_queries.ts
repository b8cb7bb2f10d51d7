import type { Selectable } from 'kysely'
import { allows, office } from '#domain/access.ts'
import type { Near } from '#domain/search/kinds.ts'
import { proposalNumber } from '#domain/search/words.ts'
import type { Actor } from '#domain/session/actor.ts'
import { isIndexed, wordsOf } from '../platform/asks.ts'
import type { Db } from '../platform/context.ts'
import { type Param, prepareQuery } from '../platform/database/prepared_query.ts'
import type { Samples } from '../platform/database/tables.gen.ts'
import { few, many, type StaffKind, type Values } from './staff_sql.ts'

type Row<T> = T & { near: Near }
type Person = Row<{ id: number; name: string; email: string; affiliation: string }>
/** What was found of each kind, the nearest first. */
export interface FoundByStaff {
  proposal: Row<{ id: number; term_id: number; title: string; name: string }>[]
  sample: Row<Pick<Selectable<Samples>, 'id' | 'name' | 'db_type' | 'sample_type' | 'weight'>>[]
  collaborator: Row<{ id: number; name: string; proposal_id: number; title: string }>[]
  proposer: Person[]
  reviewer: Person[]
  /** The office's alone. */
  applicant?: Row<{ id: number; term_id: number; name: string; proposal_title: string }>[]
  user?: Person[]
}

/** Kinds of which too many were found to be sorted are null at first. */
type Few = { [K in keyof FoundByStaff]: FoundByStaff[K] | null }

const OF_STAFF: readonly StaffKind[] = ['proposal', 'sample', 'collaborator', 'proposer', 'reviewer']
const OF_OFFICE: readonly StaffKind[] = [...OF_STAFF, 'applicant', 'user']

type Ask = (db: Db, values: Values) => Promise<Few[]>
type Part = typeof few
const asks = new Map<string, Ask>()

/** The statement for kinds and texts of so many words, put together when the first of them is asked. */
function askOf(part: Part, kinds: readonly StaffKind[], indexed: number, short: number): Ask {
  const name = `${part.name} ${kinds} ${indexed} ${short}`
  const known = asks.get(name)
  if (known) return known
  const ask: Ask = prepareQuery((db, param: Param<Values>) => ({
    compile: () => part(kinds, indexed, short, param).$castTo<Few>().compile(db),
  }))
  asks.set(name, ask)
  return ask
}

/**
 * What staff find by a text, in one statement, and where much is found in a second; the plan of each is right for all texts
 * of so many words. What a role may not see is not looked for.
 */
export async function findByStaff(db: Db, actor: Actor, text: string): Promise<FoundByStaff> {
  const words = wordsOf(text)
  const indexed = words.filter(isIndexed)
  const short = words.filter((word) => !isIndexed(word))
  const values: Values = { text, number: proposalNumber(text) ?? 0, viewer: actor.id }
  for (const [i, word] of [...indexed, ...short].entries()) values[`word${i}`] = word
  const ask = async (part: Part, kinds: readonly StaffKind[]) =>
    (await askOf(part, kinds, indexed.length, short.length)(db, values))[0]!
  const found = await ask(few, allows(office, actor.roles) ? OF_OFFICE : OF_STAFF)
  const rest = (Object.keys(found) as StaffKind[]).filter((kind) => found[kind] === null)
  return { ...found, ...(rest.length > 0 && (await ask(many, rest))) } as FoundByStaff
}
