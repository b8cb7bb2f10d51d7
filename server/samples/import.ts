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

/** Maximum added and changed samples in a report. */
const MAX_REPORTED = 100

const CATALOGUE_CHANGED =
  'The catalogue has changed since this file was checked. Nothing was imported; please check the file again.'

interface Import {
  bytes: Uint8Array
  dry_run: boolean
  /** Digest of a dry run; throws 'stale' when the effect has changed since. Omit it to import regardless. */
  digest?: string | undefined
}

/** Imports a CSV file into the catalogue, all or nothing. Throws 'refused' with the report when a line is rejected. */
export async function importSamples(ctx: AnyCtx, { bytes, dry_run, digest }: Import) {
  const lines = await readSampleFile(bytes)
  if (dry_run) {
    const report = createReport(await classifyAll(ctx.db, lines))
    return { ...done(importSummary(report.counts)), report }
  }
  return ctx.write(async (tx) => {
    await lockImport(tx)
    await lockSamplesByNames(tx, namesOf(lines))
    const results = await classifyAll(tx, lines)
    const report = createReport(results)
    if (digest && digest !== report.digest) throw new Fault('stale', CATALOGUE_CHANGED)
    const why = whyNotImport(report.counts)
    if (why) throw refusal(why, { report })
    await write(tx, results)
    return { ...done(importSummary(report.counts, 'done')), report }
  })
}

const namesOf = (lines: readonly NumberedLine[]) =>
  lines.flatMap(({ read }) => ('why' in read ? [] : [read.name]))

async function classifyAll(db: Db, lines: readonly NumberedLine[]): Promise<LineResult[]> {
  const classify = createLineClassifier(await findSamplesByNames(db, namesOf(lines)))
  return lines.map(({ line, read }) =>
    'why' in read ? { kind: 'refused', line, ...read } : classify(line, read),
  )
}

const ofKind = <K extends LineResult['kind']>(results: readonly LineResult[], kind: K) =>
  results.filter((result): result is Extract<LineResult, { kind: K }> => result.kind === kind)

function createReport(results: readonly LineResult[]): ImportReport {
  const [added, changed, refused] = [
    ofKind(results, 'added'),
    ofKind(results, 'changed'),
    ofKind(results, 'refused'),
  ]
  return {
    digest: createHash('sha256').update(JSON.stringify(results)).digest('base64url'),
    counts: {
      added: added.length,
      changed: changed.length,
      refused: refused.length,
      unchanged: results.length - added.length - changed.length - refused.length,
    },
    added: added.slice(0, MAX_REPORTED).map(({ line, row }) => ({ line, name: sampleTitle(row) })),
    changed: changed.slice(0, MAX_REPORTED).map(({ line, row, changes }) => ({
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

/** Writes added and changed samples, with one audit entry that names all of them. */
async function write(tx: AnyTx, results: readonly LineResult[]) {
  const changed = ofKind(results, 'changed')
  const added = await insertRows(
    tx,
    ofKind(results, 'added').map(({ row }) => row),
  )
  await updateRows(
    tx,
    changed.map(({ id, row }) => ({ ...row, id })),
  )
  if (added.length + changed.length === 0) return tx.skipAudit('The catalogue is as the file says.')
  const auditEntries = (side: 'before' | 'after') =>
    changed.map(({ id, row, changes }) => ({
      sample_id: id,
      name: row.name,
      ...Object.fromEntries(changes.map((change) => [change.field, change[side]])),
    }))
  await tx.audit(
    'sample.import',
    { id: null },
    { ...(added.length > 0 && { added }), ...(changed.length > 0 && { changed: auditEntries('after') }) },
    { ...(changed.length > 0 && { changed: auditEntries('before') }) },
  )
}
