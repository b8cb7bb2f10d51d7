import { readFileSync } from 'node:fs'
import { Fault } from '#domain/errors.ts'
import { IMPORT_TOO_LARGE, type ImportReport, MAX_IMPORT_BYTES } from '#domain/samples/contract.ts'
import { StartError } from '../platform/config.ts'
import type { AnyCtx } from '../platform/context.ts'
import { importSamples } from './import.ts'

interface ImportOptions {
  /** Without it nothing is written. */
  commit: boolean
  say(line: string): void
}

/** Prints the effect of a CSV file on the catalogue, and imports it with `commit`. Throws StartError for an invalid file. */
export function importFile(path: string, { commit, say }: ImportOptions) {
  const bytes = readBytes(path)
  return async (ctx: AnyCtx) => {
    try {
      const { message, report } = await importSamples(ctx, { bytes, dry_run: !commit })
      printReport(report, say)
      say(
        commit
          ? message
          : `${message}\nNothing has been written; repeat the command with --commit to import.`,
      )
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      printReport(error.details.report as ImportReport | undefined, say)
      throw new StartError(error.errors?.file?.[0] ?? error.message)
    }
  }
}

function readBytes(path: string): Buffer {
  try {
    const bytes = readFileSync(path)
    if (bytes.length <= MAX_IMPORT_BYTES) return bytes
  } catch {
    throw new StartError(`${path} cannot be read.`)
  }
  throw new StartError(IMPORT_TOO_LARGE)
}

function printReport(report: ImportReport | undefined, say: ImportOptions['say']) {
  if (!report) return
  const { counts, added, changed, refused } = report
  for (const { line, name } of added) say(`line ${line}: ${name} added`)
  printRemaining(counts.added - added.length, 'added', say)
  for (const { line, name, changes } of changed)
    say(
      `line ${line}: ${name} ${changes.map((c) => `${c.field} ${c.before || '-'} → ${c.after || '-'}`).join(', ')}`,
    )
  printRemaining(counts.changed - changed.length, 'changed', say)
  for (const { line, name, why } of refused) say(`line ${line}: ${name && `${name} `}rejected: ${why}`)
}

const printRemaining = (count: number, what: string, say: ImportOptions['say']) =>
  count > 0 && say(`and ${count} more ${what}`)
