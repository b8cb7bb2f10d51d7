import { length } from './text.ts'

/**
 * An uploaded file on the server's disk, deleted when the request ends. `size` in bytes. A class, so that a form field
 * cannot pretend to be a file.
 */
export class SentFile {
  readonly name: string
  readonly path: string
  readonly size: number
  constructor(name: string, path: string, size: number) {
    this.name = name
    this.path = path
    this.size = size
  }
}

/** A form without a file sends a nameless, empty part. */
export const emptyFileAsUndefined = (value: unknown) =>
  value === '' || (value instanceof SentFile && value.name === '' && value.size === 0) ? undefined : value

/** The kind of file that a field accepts. */
export interface FileKind {
  /** Media type. */
  type: string
  /** Extension with its dot, in lower case. */
  end: string
  /** Message for a file of another kind. */
  wrong: string
  maxBytes: number
  /** Message for a file that is too large. */
  tooLarge: string
}

/** A PDF, as proposals and loans have them. */
export const PDF: FileKind = {
  type: 'application/pdf',
  end: '.pdf',
  wrong: 'Only PDF files can be uploaded.',
  maxBytes: 50_000_000,
  tooLarge: 'Max file size is 50MB.',
}

/** The photos of a loan. */
export const PHOTO_MAX_BYTES = 20_000_000
export const PHOTO_TOO_LARGE = 'Max file size is 20MB.'
export const NOT_PHOTO = 'Only photos (JPEG, PNG, WebP, HEIC) can be uploaded.'

export const EMPTY_FILE = 'This file is empty.'

/** Whether a file name has the extension of the kind, ignoring case. */
export const hasFileEnding = (name: string, { end }: Pick<FileKind, 'end'>) =>
  plainFileName(name).toLowerCase().endsWith(end)

/** Why a file of this name and size in bytes cannot be accepted, or null. */
export function whyNotFile({ name, size }: { name: string; size: number }, kind: FileKind): string | null {
  if (!hasFileEnding(name, kind)) return kind.wrong
  if (size === 0) return EMPTY_FILE
  return size > kind.maxBytes ? kind.tooLarge : null
}

const NAME_LENGTH = 200
/** Control characters, lone surrogates and bidirectional controls. */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu

/** The file name without folders and hidden characters, shortened to NAME_LENGTH; the extension stays. */
export function plainFileName(name: string): string {
  const plain = (name.replace(HIDDEN, '').split(/[/\\]/u).at(-1) ?? '').trim()
  const [, stem, end] = /^(.*?)(\.[^.]{1,10})?$/su.exec(plain)!
  return [...stem!].slice(0, NAME_LENGTH - length(end ?? '')).join('') + (end ?? '')
}
