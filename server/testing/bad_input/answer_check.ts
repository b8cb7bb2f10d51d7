/** The checked parts of an answer. */
export interface BadAnswer {
  /** 0: the connection was closed without one. */
  status: number
  type: string
  text: string
  ms: number
}

/** Internals that an answer must not reveal: stack traces, paths, error classes, SQL. */
const INTERNAL = [
  /\n\s+at .*:\d+:\d+/u,
  /node_modules/u,
  /\b(?:Type|Range|Reference|Syntax|Zod|Database)Error\b/u,
  /\/(?:tmp|home|work|root|opt)\/\w/u,
  /\b(?:relation|column|constraint|operator) "?\w+"? (?:does not exist|of relation)/u,
  /violates (?:foreign|unique|check|not-null)/u,
  /invalid input syntax|out of range for type|invalid byte sequence/u,
  /\bFST_|\bERR_[A-Z]|\bHPE_/u,
]
/** Validation messages of libraries. */
const LIBRARY =
  /Invalid (?:input|option|key|element|string|number|ISO|datetime|date|email|URL)|expected \w+, received|Unrecognized key|Too (?:big|small):|Unexpected (?:token|end|non-white)|is not valid JSON|Body (?:cannot|is)|Unsupported Media|Multipart:|Route [A-Z]+:|Client Error|Exceeded maximum/u

/** The reason why an answer is wrong, or null. */
export function whyBadAnswer({ status, type, text }: BadAnswer): string | null {
  if (status >= 500) return `status ${status}`
  if (type.startsWith('application/pdf') || type.startsWith('application/zip')) return null
  const internal = INTERNAL.map((one) => one.exec(text)?.[0]).find(Boolean)
  if (internal) return `tells '${internal}'`
  if (status < 400) return null
  const library = LIBRARY.exec(text)?.[0]
  if (library) return `tells '${library}'`
  return text === '' || isOurs(text) ? null : 'has not the shape of a failure'
}

/** Whether a text is JSON with our error message. */
function isOurs(text: string) {
  try {
    const { message } = JSON.parse(text)
    return typeof message === 'string' && message !== ''
  } catch {
    return false
  }
}

/** The request failed or was refused with a reason, so it must not have changed anything. */
export const isRefused = ({ status, text }: BadAnswer) =>
  status === 0 || status >= 400 || /^\{"result":0[,}]/u.test(text)
