import type { Address } from './address.ts'

export interface Installation {
  /** The public address of the system, without a slash at the end. */
  baseUrl: string
}

/** The complete address of a screen, for use in a mail. */
export const linkTo = ({ baseUrl }: Installation, to: Address) => `${baseUrl}${to}`

/** The text of a mail: greeting, paragraphs and where it comes from. The office's name and address follow when it is queued. */
export const mailText = ({ baseUrl }: Installation, name: string, ...paragraphs: string[]) =>
  [`Dear ${name},`, ...paragraphs, `Astromaterials Sample AO System\n${baseUrl}`].join('\n\n')

/** A text signed with the name and the address of a sender: 'AO Office <ao@example.org>', or the address alone. */
export function signedBy(sender: string, text: string): string {
  const [, name = '', address = sender] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/u.exec(sender) ?? []
  return `${text}\n${name || 'Administration office'}\n${address.trim()}`
}
