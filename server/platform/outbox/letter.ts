import { type Address, address } from '#domain/address.ts'
import type { Config } from '../config.ts'

/** A screen's address as it stands in a mail. */
export const linkTo = ({ baseUrl }: Config, to: Address) => `${baseUrl}${to}`

/** The text of a mail: a greeting, paragraphs, and who writes. */
export const letter = (config: Config, name: string, ...paragraphs: string[]) =>
  [
    `Dear ${name},`,
    ...paragraphs,
    `Astromaterials Sample AO System\nAnnouncement of Opportunity for Ryugu and Bennu Samples\n${linkTo(config, address('/login'))}`,
  ].join('\n\n')
