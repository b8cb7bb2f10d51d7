import { type Address, address } from './address.ts'

/** Where the system is reached from outside. */
export interface Installation {
  baseUrl: string
}

/** A screen's address as it stands in a mail. */
export const linkTo = ({ baseUrl }: Installation, to: Address) => `${baseUrl}${to}`

/** The text of a mail: a greeting, paragraphs, and who writes. */
export const mailText = (installation: Installation, name: string, ...paragraphs: string[]) =>
  [
    `Dear ${name},`,
    ...paragraphs,
    `Astromaterials Sample AO System\nAnnouncement of Opportunity for Ryugu and Bennu Samples\n${linkTo(installation, address('/login'))}`,
  ].join('\n\n')
