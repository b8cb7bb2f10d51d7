import type { Db } from '../platform/context.ts'

/** The addresses of the administration office: everyone who holds its role and is not disabled. */
export async function officeAddresses(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('is_administration_office', '=', true)
    .where('disabled', '=', false)
    .orderBy('id')
    .execute()
  return rows.map(({ email }) => email)
}
