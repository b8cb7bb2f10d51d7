import { readFileSync } from 'node:fs'
import { Fault } from '#domain/errors.ts'
import { IMPORT_TOO_LARGE, type ImportReport, MAX_IMPORT_BYTES } from '#domain/samples/contract.ts'
import { StartError } from '../platform/config.ts'
import type { AnyCtx } from '../platform/context.ts'
import { importSamples } from './import.ts'

interface ImportOptions {
  /** Without it the file is only looked at. */
  commit: boolean
  say(line: string): void
}

/** Says what a CSV file does to the catalogue, and with `commit` brings it in. Throws StartError where it can not be. */
export function importFile(path: string, { commit, say }: ImportOptions) {
  const bytes = readBytes(path)
  return async (ctx: AnyCtx) => {
    try {
      const { message, report } = await importSamples(ctx, { bytes, dry_run: !commit })
      tell(report, say)
      say(commit ? message : `${message}\nNothing is written yet; with --commit it is.`)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      tell(error.details.report as ImportReport | undefined, say)
      throw new StartError(error.errors?.file?.[0] ?? error.message)
    }
  }
}

function readBytes(path: string): Buffer {
  try {
    const bytes = readFileSync(path)
    if (bytes.length <= MAX_IMPORT_BYTES) return bytes
  } catch {
    throw new StartError(`${path} can not be read.`)
  }
  throw new StartError(IMPORT_TOO_LARGE)
}

/** Every line that is refused, and the first of those that are added and changed. */
function tell(report: ImportReport | undefined, say: ImportOptions['say']) {
  if (!report) return
  const { counts, added, changed, refused } = report
  for (const { line, name } of added) say(`line ${line}: ${name} added`)
  further(counts.added - added.length, 'added', say)
  for (const { line, name, changes } of changed)
    say(
      `line ${line}: ${name} ${changes.map((c) => `${c.field} ${c.before || '-'} → ${c.after || '-'}`).join(', ')}`,
    )
  further(counts.changed - changed.length, 'changed', say)
  for (const { line, name, why } of refused) say(`line ${line}: ${name && `${name} `}refused: ${why}`)
}

const further = (count: number, what: string, say: ImportOptions['say']) =>
  count > 0 && say(`and ${count} more ${what}`)
