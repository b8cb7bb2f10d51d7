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
