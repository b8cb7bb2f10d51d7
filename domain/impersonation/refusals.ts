/** Refusal of every write and every file while impersonating. */
export const READ_ONLY_WHILE_IMPERSONATING =
  'You are viewing as someone else (read-only). Press Stop to make changes.'

/** Header of a write: the id of the user whom the sending tab shows. Without it a write is not checked against it. */
export const SHOWN_USER_HEADER = 'X-Shown-User'

/** Refusal of a write from a tab that was opened as someone other than its session's present user. */
export const OPENED_AS_ANOTHER = (name: string) =>
  `This page was opened as another user, so nothing was changed. You are now signed in as ${name}: reload the page.`
