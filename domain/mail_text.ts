import { type Address, address } from './address.ts'

export interface Installation {
  /** The public address of the system, without a slash at the end. */
  baseUrl: string
}

/** The complete address of a screen, for use in a mail. */
export const linkTo = ({ baseUrl }: Installation, to: Address) => `${baseUrl}${to}`

/** The text of a mail: greeting, paragraphs and signature. */
export const mailText = (installation: Installation, name: string, ...paragraphs: string[]) =>
  [
    `Dear ${name},`,
    ...paragraphs,
    `Astromaterials Sample AO System\nAnnouncement of Opportunity for Ryugu and Bennu Samples\n${linkTo(installation, address('/login'))}`,
  ].join('\n\n')
