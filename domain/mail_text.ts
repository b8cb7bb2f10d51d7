import type { Address } from './address.ts'

export interface Installation {
  /** The public address of the system, without a slash at the end. */
  baseUrl: string
}

/** The complete address of a screen, for use in a mail. */
export const linkTo = ({ baseUrl }: Installation, to: Address) => `${baseUrl}${to}`

const SYSTEM = 'Astromaterials Sample AO System'

/** Name and address of a sender: 'AO Office <ao@example.org>', or the address alone. */
export function nameAndAddress(sender: string): { name: string; email: string } {
  const [, name = '', address = sender] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/u.exec(sender) ?? []
  return { name: name || 'Administration office', email: address.trim() }
}

/** Who signs the mails and answers them. */
export interface Office {
  name: string
  email: string
  /** Postal address, of several lines; '' for none. */
  address: string
  /** The end of every mail in the office's own words; '' for name and addresses. */
  signature: string
}

/** The value of the placeholder #office#. */
export const officeText = ({ name, email }: Office) => `${name} (${email})`

interface OfficeSettings {
  office_name: string
  office_email: string
  office_address: string
  office_signature: string
  mail_sender: string
}

/** The office by its settings, and where they are empty by the sender of all mails. `mailFrom` is the server's. */
export function officeOf(settings: OfficeSettings, mailFrom: string): Office {
  const sender = nameAndAddress(settings.mail_sender || mailFrom)
  return {
    name: settings.office_name || sender.name,
    email: settings.office_email || sender.email,
    address: settings.office_address,
    signature: settings.office_signature,
  }
}

/** The end of every mail that the system writes. */
export const signatureOf = ({ baseUrl }: Installation, { name, email, address, signature }: Office): string =>
  signature || [SYSTEM, baseUrl, name, address, email].filter(Boolean).join('\n')

/** A text signed with the name and the address of a sender. */
export function signedBy(sender: string, text: string): string {
  const { name, email } = nameAndAddress(sender)
  return `${text}\n${name}\n${email}`
}

/** What mail programs turn into links: addresses with a scheme, of e-mail, or that end in a domain name. */
const LINKED = /\S*(?::\/\/|\bwww\.|@|[\p{L}\d-]\.\p{L}{2})\S*/giu

/**
 * Words that someone typed who may not be the reader, for a mail: on one line, in quotes, at most `max` characters, and
 * without what looks like a link.
 */
export function quoteTyped(text: string, max: number): string {
  const line = text
    .replace(LINKED, '[address removed]')
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replaceAll('"', '\u201d')
    .trim()
  const characters = [...line]
  return `"${
    characters.length > max
      ? `${characters
          .slice(0, max - 1)
          .join('')
          .trimEnd()}\u2026`
      : line
  }"`
}
