import { z } from 'zod'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/u)
const count = z.int().min(0)

/** What an archive says of itself: it is written last, and its own sha256 is the archive's comment. */
export const Manifest = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  /** Of the PostgreSQL that it was taken from. */
  postgres: z.string(),
  /** The names of the migrations that had made the tables, in their order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count, sha256 })),
  /** Where the next number of an identity comes from; a bigint as text. */
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
  files: z.array(z.object({ key: z.string().regex(/^\w+$/u), size: count, sha256 })),
  /** Keys that a row speaks of and no file had. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export const MANIFEST = 'manifest.json'
export const tableEntry = (name: string) => `tables/${name}.copy`
export const fileEntry = (key: string) => `files/${key}`
