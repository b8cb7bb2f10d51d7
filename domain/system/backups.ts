const DAY_MS = 24 * 60 * 60 * 1000

/** Whether no backup was taken for more than `days`, counted from `since`: the last one, or the first user. 0 days: never. */
export const isBackupOverdue = (since: string | null, days: number, now: Date): boolean =>
  days > 0 && since !== null && +now - Date.parse(since) > days * DAY_MS
