/** A line of TEXTS in domain/proposals/fields.ts. */
export const TEXTS = {
  storage_after_analysis: { section: 'Storage', label: 'Storage', words: 200 },
} satisfies Record<string, { section: string; label: string; words: number | null }>
