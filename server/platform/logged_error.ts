/** SQLSTATE class: data exceptions, whose messages quote the value. */
const DATA_EXCEPTION = /^22/u
/** What a message quotes, from the first quotation mark to the last: the value may hold some. */
const QUOTED = /".*"/su
/** An e-mail address anywhere in a text. */
const ADDRESS = /[^\s"'`<>()[\]{},;:=/?&\\@]+@[^\s"'`<>()[\]{},;:=/?&\\@]+/gu

/** A text with its e-mail addresses removed. */
export const withoutAddresses = (text: string) => (text.includes('@') ? text.replace(ADDRESS, '…@…') : text)

type ErrorFields = Error & Record<string, unknown>

/** An error's message without the values and addresses that it quotes. */
export function loggedMessage(error: Error): string {
  const { code, message } = error as ErrorFields
  const quotes = error instanceof SyntaxError || DATA_EXCEPTION.test(String(code))
  return withoutAddresses(quotes ? message.replace(QUOTED, '"…"') : message)
}

/** What the log holds of an error beside message and stack: never a value that someone typed. */
const FIELDS = ['code', 'syscall', 'table', 'column', 'constraint', 'routine', 'statusCode']

/** The lines of the stack that name places; those above repeat the message. */
const placesOf = ({ stack = '' }: Error) => stack.split('\n').filter((line) => /^\s+at /u.test(line))

/** An error as the log keeps it: what it is and where it arose, without personal data. */
export function loggedError(error: Error): object {
  const fields = error as ErrorFields
  const message = loggedMessage(error)
  return {
    type: error.constructor.name || error.name,
    message,
    stack: [`${error.name}: ${message}`, ...placesOf(error)].join('\n'),
    ...Object.fromEntries(
      FIELDS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
    ),
    ...(error.cause instanceof Error && { cause: loggedError(error.cause) }),
  }
}
