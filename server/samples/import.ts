import { createHash } from 'node:crypto'
import { done } from '#domain/endpoint.ts'
import { Fault, refusal } from '#domain/errors.ts'
import type { ImportReport } from '#domain/samples/contract.ts'
import {
  cellText,
  createLineClassifier,
  fieldHeader,
  importSummary,
  type LineResult,
  sampleTitle,
  whyNotImport,
} from '#domain/samples/import.ts'
import type { AnyCtx, AnyTx, Db } from '../platform/context.ts'
import { type NumberedLine, readSampleFile } from './import_file.ts'
import { findSamplesByNames, insertRows, lockImport, lockSamplesByNames, updateRows } from './queries.ts'

/** How many added and changed samples a report names. */
const NAMED = 100

const STALE =
  'The catalogue was changed since this file was looked at. Nothing was imported; please look at what it would do now.'

interface Import {
  bytes: Uint8Array
  dry_run: boolean
  /** What a dry run answered: another outcome is 'stale'. Without it the file is imported as it comes. */
  digest?: string | undefined
}

/** Brings a CSV file into the catalogue: all of it, or nothing with every line that is refused. */
export async function importSamples(ctx: AnyCtx, { bytes, dry_run, digest }: Import) {
  const lines = await readSampleFile(bytes)
  if (dry_run) {
    const report = reportOn(await judgeAll(ctx.db, lines))
    return { ...done(importSummary(report.counts)), report }
  }
  return ctx.write(async (tx) => {
    await lockImport(tx)
    await lockSamplesByNames(tx, namesOf(lines))
    const verdicts = await judgeAll(tx, lines)
    const report = reportOn(verdicts)
    if (digest && digest !== report.digest) throw new Fault('stale', STALE)
    const why = whyNotImport(report.counts)
    if (why) throw refusal(why, { report })
    await write(tx, verdicts)
    return { ...done(importSummary(report.counts, 'done')), report }
  })
}

const namesOf = (lines: readonly NumberedLine[]) =>
  lines.flatMap(({ read }) => ('why' in read ? [] : [read.name]))

async function judgeAll(db: Db, lines: readonly NumberedLine[]): Promise<LineResult[]> {
  const verdictOn = createLineClassifier(await findSamplesByNames(db, namesOf(lines)))
  return lines.map(({ line, read }) =>
    'why' in read ? { kind: 'refused', line, ...read } : verdictOn(line, read),
  )
}

const only = <K extends LineResult['kind']>(verdicts: readonly LineResult[], kind: K) =>
  verdicts.filter((verdict): verdict is Extract<LineResult, { kind: K }> => verdict.kind === kind)

function reportOn(verdicts: readonly LineResult[]): ImportReport {
  const [added, changed, refused] = [
    only(verdicts, 'added'),
    only(verdicts, 'changed'),
    only(verdicts, 'refused'),
  ]
  const named = { added: added.length, changed: changed.length, refused: refused.length }
  return {
    digest: createHash('sha256').update(JSON.stringify(verdicts)).digest('base64url'),
    counts: { ...named, unchanged: verdicts.length - added.length - changed.length - refused.length },
    added: added.slice(0, NAMED).map(({ line, row }) => ({ line, name: sampleTitle(row) })),
    changed: changed.slice(0, NAMED).map(({ line, row, changes }) => ({
      line,
      name: sampleTitle(row),
      changes: changes.map(({ field, before, after }) => ({
        field: fieldHeader(field),
        before: cellText(field, before),
        after: cellText(field, after),
      })),
    })),
    refused: refused.map(({ line, name, why }) => ({ line, name, why })),
  }
}

/** Writes what was judged, with one audit entry that names every sample; nothing where nothing changes. */
async function write(tx: AnyTx, verdicts: readonly LineResult[]) {
  const changed = only(verdicts, 'changed')
  const added = await insertRows(
    tx,
    only(verdicts, 'added').map(({ row }) => row),
  )
  await updateRows(
    tx,
    changed.map(({ id, row }) => ({ ...row, id })),
  )
  if (added.length + changed.length === 0) return tx.skipAudit('The catalogue is as the file says.')
  const told = (side: 'before' | 'after') =>
    changed.map(({ id, row, changes }) => ({
      sample_id: id,
      name: row.name,
      ...Object.fromEntries(changes.map((change) => [change.field, change[side]])),
    }))
  await tx.audit(
    'sample.import',
    { id: null },
    { ...(added.length > 0 && { added }), ...(changed.length > 0 && { changed: told('after') }) },
    { ...(changed.length > 0 && { changed: told('before') }) },
  )
}
