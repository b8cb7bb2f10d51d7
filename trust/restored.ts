import type { Db } from '#server/platform/context.ts'
import { runAdmin } from './admin.ts'
import type { Checks } from './findings.ts'
import type { Installation } from './installations.ts'
import { withServices } from './server_process.ts'
import type { Proposer } from './writers.ts'

/** An archive made while people wrote, the empty place to restore it in, and the Notices acknowledged before it. */
interface BusyBackup {
  file: string
  place: Installation
  notices: readonly string[]
  proposers: readonly Proposer[]
  /** What else is one moment. */
  checkRows?: (db: Db) => Promise<void>
}

/** What a backup in the midst of writing holds is one moment: each save whole, each file there, nothing earlier lost. */
export async function checkRestored(
  checks: Checks,
  name: string,
  { file, place, notices, proposers, checkRows }: BusyBackup,
) {
  const { status, said } = await runAdmin(['restore', file], place.settings)
  checks.check(
    `${name}: restored, mails that waited held`,
    status === 0,
    said.split('\n')[1] ?? 'none waited',
  )
  await withServices(place.settings, async ({ services: { db, files } }) => {
    const waiting = await db.selectFrom('mails').select('id').where('state', '=', 'waiting').execute()
    checks.check(`${name}: mails that would leave the copy`, waiting.length === 0, waiting.length)
    const emails = new Set((await db.selectFrom('applicants').select('email').execute()).map((a) => a.email))
    const lost = notices.filter((email) => !emails.has(email))
    checks.check(`${name}: Notices acknowledged before it, all there`, lost.length === 0, notices.length)
    const proposals = await db
      .selectFrom('proposals')
      .select(['id', 'version', 'file_key', 'file_size'])
      .execute()
    const saved = await db
      .selectFrom('audit_entries')
      .select(['object_id', ({ fn }) => fn.countAll<number>().as('saves')])
      .where('action', '=', 'proposal.save')
      .groupBy('object_id')
      .execute()
    const saves = new Map(saved.map((one) => [one.object_id, one.saves]))
    const torn = proposers.filter(({ proposal_id }) => {
      const { version } = proposals.find(({ id }) => id === proposal_id)!
      return version !== 1 + (saves.get(proposal_id) ?? 0)
    })
    checks.check(`${name}: each save with its audit entry`, torn.length === 0, proposers.length)
    let missing = 0
    const withFile = proposals.filter(({ file_key }) => file_key !== null)
    for (const { file_key, file_size } of withFile)
      if (!(await files.exists(file_key!)) || (await files.read(file_key!)).length !== file_size) missing++
    checks.check(`${name}: each file that a row speaks of`, missing === 0, withFile.length)
    await checkRows?.(db)
  })
}
