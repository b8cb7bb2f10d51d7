import type { Endpoint } from '#domain/endpoint.ts'

/** A CSV file as the document describes it. */
export interface CsvFile {
  /** The endpoint that answers its address. */
  endpoint: Endpoint
  /** Which rows it has and in what order. */
  about?: string
  columns: readonly { header: string; typed: boolean; about?: string | undefined }[]
}

/**
 * `x-csv`: rows and columns of the file whose address an operation answers, where they are described; otherwise the
 * headers.
 */
export function csvOf(endpoint: Endpoint, files: readonly CsvFile[]) {
  const file = files.find((one) => one.endpoint === endpoint)
  if (!file) return {}
  return {
    'x-csv': {
      ...(file.about && { rows: file.about }),
      columns: file.columns.map(({ header, typed, about }) => ({
        header,
        ...(about && { description: about }),
        typed,
      })),
    },
  }
}
