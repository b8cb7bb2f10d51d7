export type Sent = { version?: number | undefined }

/** A write with optimistic concurrency, as its screen does it. */
export interface Versioned {
  load(): Promise<{ version: number }>
  /** Saves; `round` makes each save different. */
  save(sent: Sent, round: number): Promise<{ result: number; version?: number | undefined }>
  /** The other person's change; by default the same save. */
  meanwhile?: () => Promise<unknown>
  /** Name of the saver in the conflict message. */
  by: string
  /** The reply has no version of the object for a next time. */
  once?: true
}
