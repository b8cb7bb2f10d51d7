import { z } from 'zod'

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
