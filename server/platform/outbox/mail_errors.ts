/** The fields of nodemailer's errors that are used here. */
export interface SmtpError extends Error {
  code?: string
  /** The code of the system or of TLS, where nodemailer put its own into `code`. */
  originalCode?: string
  /** The command that failed: MAIL FROM, RCPT TO and so on. */
  command?: string
  /** The server's response with its code. */
  response?: string
  responseCode?: number
  rejectedErrors?: SmtpError[]
}

const UNKNOWN_ISSUER =
  "The mail server's certificate comes from an authority that is not trusted here, or its intermediate certificate is missing."
const NO_TLS_AT_PORT =
  'The mail server does not expect TLS at this port: smtps:// is for port 465, smtp:// for 587 and 25.'
const NOT_REACHABLE = 'The mail server cannot be reached from this network.'
const LOST = 'The connection to the mail server was lost.'
const NOT_IN_TIME = 'The mail server did not answer in time.'

/** By the code of the system, of TLS, or of nodemailer. */
const CAUSES: Record<string, string> = {
  CERT_HAS_EXPIRED: "The mail server's certificate has expired.",
  CERT_NOT_YET_VALID: "The mail server's certificate is not valid yet, or the clock of this machine is slow.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The mail server's certificate is self-signed and not trusted here.",
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  ERR_TLS_CERT_ALTNAME_INVALID: "The mail server's certificate is for another host name.",
  // OpenSSL 3.0 and 3.5 name it differently.
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS_AT_PORT,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS_AT_PORT,
  ECONNREFUSED: 'The connection to the mail server was refused.',
  EHOSTUNREACH: NOT_REACHABLE,
  ENETUNREACH: NOT_REACHABLE,
  ENOTFOUND: 'The host name of the mail server is not known.',
  EAI_AGAIN: 'The host name of the mail server could not be looked up.',
  EDNS: 'The host name of the mail server is not known.',
  ETIMEDOUT: NOT_IN_TIME,
  EABORT: NOT_IN_TIME,
  ECONNECTION: LOST,
  ESOCKET: LOST,
  ETLS: 'No secure connection to the mail server could be made.',
  EAUTH: 'The mail server did not let us sign in.',
  EENVELOPE: 'The mail has no valid sender or recipient.',
}

/** What the server refused, by the command that it refused. */
const REFUSALS: Record<string, string> = {
  CONN: 'The mail server refused the connection',
  EHLO: 'The mail server refused the connection',
  STARTTLS: 'The mail server does not offer TLS',
  'MAIL FROM': 'The mail server refused the sender',
  'RCPT TO': 'The mail server refused the recipient',
  DATA: 'The mail server refused the mail',
}
const NOT_SIGNED_IN = 530

function refusal({ command = '', responseCode }: SmtpError): string {
  if (responseCode === NOT_SIGNED_IN) return 'The mail server wants a user name and a password'
  if (command.startsWith('AUTH')) return 'The mail server did not accept the user name or the password'
  return REFUSALS[command] ?? 'The mail server refused'
}

/** The SMTP code and, where the server gives one, the more precise one of RFC 3463. */
const codesOf = (response: string) => /^[45]\d\d(?:[ -][45]\.\d{1,3}\.\d{1,3})?/u.exec(response)?.[0]

/**
 * Why a mail, or a connection to the mail server, failed, in one sentence without any address: for the log. Takes
 * nodemailer's errors.
 */
export function mailErrorCause(error: unknown): string {
  const smtp = error as SmtpError
  const codes = codesOf(smtp.response ?? '')
  if (codes) return `${refusal(smtp)} (${codes.replace('-', ' ')}).`
  if (smtp.code === 'EPROTOCOL') return 'Something other than a mail server answers at that address and port.'
  const { originalCode = '', code = '' } = smtp
  return (
    CAUSES[originalCode] ?? CAUSES[code] ?? `The mail could not be handed over (${originalCode || code}).`
  )
}

/** The cause with the mail server's own words, which may hold addresses: for those who may see the mail. */
export function mailErrorDetail(error: unknown): string {
  const { response } = error as SmtpError
  if (!response) return mailErrorCause(error)
  return codesOf(response)
    ? `${refusal(error as SmtpError)}: ${response}`
    : `${mailErrorCause(error)} It said: ${response}`
}
