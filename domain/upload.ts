import { z } from 'zod'
import { length } from './text.ts'

/**
 * A file that was sent, as the server holds it: on its own disk until the call ends. `size` is how many bytes came. A
 * class, so that no text of a form can pass for one.
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

/** A file of at most so many bytes: a File in the browser, on the server the one on its disk. */
export const upload = (maxBytes: number, { wrong, tooLarge }: { wrong: string; tooLarge: string }) =>
  z
    .custom<File | SentFile>((value) => value instanceof Blob || value instanceof SentFile, wrong)
    .refine((file) => file.size <= maxBytes, tooLarge)

/** The kind of file that a field takes: its media type, the end of its name, its most bytes, and what is said of others. */
export interface FileKind {
  type: string
  end: string
  wrong: string
  maxBytes: number
  tooLarge: string
}

export const EMPTY_FILE = 'This file is empty.'

/** True when a file is called as the kind asks, in whichever case. */
export const hasFileEnding = (name: string, { end }: Pick<FileKind, 'end'>) =>
  plainFileName(name).toLowerCase().endsWith(end)

/** Why a file can not be taken, as far as its name and its size in bytes tell, or null. */
export function whyNotFile({ name, size }: { name: string; size: number }, kind: FileKind): string | null {
  if (!hasFileEnding(name, kind)) return kind.wrong
  if (size === 0) return EMPTY_FILE
  return size > kind.maxBytes ? kind.tooLarge : null
}

const NAME_LENGTH = 200
/** Control characters, halves of characters, and what turns the direction of the text around it. */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu

/** The last part of a file's name without hidden characters; a long one loses the end of its stem, never its ending. */
export function plainFileName(name: string): string {
  const plain = (name.replace(HIDDEN, '').split(/[/\\]/u).at(-1) ?? '').trim()
  const [, stem, end] = /^(.*?)(\.[^.]{1,10})?$/su.exec(plain)!
  return [...stem!].slice(0, NAME_LENGTH - length(end ?? '')).join('') + (end ?? '')
}
