import type { Guidance } from './setting_schemas.ts'

/** The question about a text; '' for none. */
export const questionOf = (guidance: Guidance, text: string): string =>
  (guidance as Partial<Record<string, string>>)[text] ?? ''
