import type { AnyCtx } from '../platform/context.ts'

/** An account at ORCID, or at another provider, that signs the user in. Returns its id. */
export async function anIdentity(
  { db, now }: AnyCtx,
  { id: user_id }: { id: number },
  {
    issuer = 'https://orcid.org',
    subject = '0000-0002-1825-0097',
  }: { issuer?: string; subject?: string } = {},
): Promise<number> {
  const at = now().toISOString()
  const orcid = issuer.includes('orcid.org') ? subject : null
  const { id } = await db
    .insertInto('provider_identities')
    .values({ user_id, issuer, subject, name: subject, orcid, created_at: at, confirmed_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
