import { type DeliveryState, deliveryState, type WebHookState, webHookState } from './status.ts'

/** Every event writes one delivery per web hook in its own transaction. */
export const MAX_WEB_HOOKS = 20
export const MAX_WEB_HOOK_NAME = 100
export const MAX_URL_LENGTH = 500

const HTTPS_PORT = 443
const FIRST_UNPRIVILEGED_PORT = 1024

/** Why nothing can be sent to this address, or null. The server also checks which network it leads to. */
export function whyNotUrl(text: string): string | null {
  if (!URL.canParse(text)) return 'Enter a whole address, such as https://data.example.org/hook.'
  const { protocol, username, password, hash, port, hostname } = new URL(text)
  if (protocol !== 'https:') return 'The address must begin with https://.'
  if (hostname === '') return 'Enter a whole address, such as https://data.example.org/hook.'
  if (username !== '' || password !== '') return 'The address may not hold a user name or a password.'
  if (hash !== '' || text.includes('#')) return 'The address may not hold a #.'
  const number = port === '' ? HTTPS_PORT : Number(port)
  return number === HTTPS_PORT || number >= FIRST_UNPRIVILEGED_PORT
    ? null
    : 'The port must be 443, or 1024 and above.'
}

/** Why no other web hook can be added, or null. */
export const whyNotAdd = (count: number) =>
  count < MAX_WEB_HOOKS ? null : `There are ${MAX_WEB_HOOKS} web hooks already: delete one first.`

/** Why a web hook cannot be switched on, or off, or null. */
export function whyNotSwitch(state: WebHookState, on: boolean): string | null {
  if (on) return state === webHookState.code.ON ? 'This web hook is on already.' : null
  return state === webHookState.code.ON ? null : 'This web hook is off already.'
}

const WHY_NOT_RETRY: Record<DeliveryState, string | null> = {
  [deliveryState.code.WAITING]: 'This delivery is already waiting to be sent.',
  [deliveryState.code.DELIVERED]: 'This delivery has already arrived.',
  [deliveryState.code.FAILED]: null,
}

/** Why an event may not be sent again, or null. */
export const whyNotRetry = (state: DeliveryState) => WHY_NOT_RETRY[state]

/** Why no delivery of a search can be sent again, or null. */
export const whyNotRetryAll = (failed: number) =>
  failed === 0 ? 'No delivery found by this search has failed.' : null
