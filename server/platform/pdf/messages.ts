export const DAMAGED = 'This PDF file is damaged and cannot be read.'
export const ENCRYPTED =
  'This PDF file is encrypted or protected by a password; upload it without protection.'
export const NO_PAGES = 'This PDF file has no pages.'
export const TOO_COMPLEX =
  'This PDF file is too complex to read; print it to a new PDF file and upload that one.'
