import { z } from 'zod'
import { length } from './fields.ts'

/** A file as the server has read it. `truncated`: there was more than it takes. */
export interface ReadFile {
  name: string
  bytes: Uint8Array
  truncated: boolean
}
const isRead = (value: unknown): value is ReadFile =>
  typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array
const sizeOf = (file: File | ReadFile) =>
  file instanceof Blob ? file.size : file.truncated ? Number.POSITIVE_INFINITY : file.bytes.length

/** A form without a file sends a nameless, empty part. */
export const noFile = (value: unknown) =>
  value === '' || (isRead(value) && value.name === '' && sizeOf(value) === 0) ? undefined : value

/** A file of at most so many bytes: a File in the browser, on the server its bytes. */
export const upload = (maxBytes: number, { wrong, tooLarge }: { wrong: string; tooLarge: string }) =>
  z
    .custom<File | ReadFile>((value) => value instanceof Blob || isRead(value), wrong)
    .refine((file) => sizeOf(file) <= maxBytes, tooLarge)

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
export const isCalled = (name: string, { end }: Pick<FileKind, 'end'>) =>
  plainFileName(name).toLowerCase().endsWith(end)

/** Why a file can not be taken, as far as its name and its size in bytes tell, or null. */
export function whyNotFile({ name, size }: { name: string; size: number }, kind: FileKind): string | null {
  if (!isCalled(name, kind)) return kind.wrong
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
