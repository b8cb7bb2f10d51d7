import type { Config } from '../config.ts'

/** The text of a mail: a greeting, paragraphs, and who writes. */
export const letter = (config: Config, name: string, ...paragraphs: string[]) =>
  [
    `Dear ${name},`,
    ...paragraphs,
    `Astromaterials Sample AO System\nAnnouncement of Opportunity for Ryugu and Bennu Samples\n${config.baseUrl}/login`,
  ].join('\n\n')
