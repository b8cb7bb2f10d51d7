import type pg from 'pg'

const HELD = 'Held when a backup was restored: it may have been sent since the backup was taken.'

/** Holds every mail that waits, as failed, until somebody sends it again; how many there were. */
export async function holdWaiting(client: pg.ClientBase): Promise<number> {
  const { rowCount } = await client.query(
    `update mails set state = 'failed', last_error = $1, lease = null where state = 'waiting'`,
    [HELD],
  )
  return rowCount ?? 0
}
