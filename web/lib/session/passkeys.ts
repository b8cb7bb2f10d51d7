import type { PasskeyAssertion, PasskeyRegistration } from '#domain/session/contract.ts'

/** What the server says to ask the browser with. */
type Options = Record<string, unknown>

// The browser's side of WebAuthn comes only where a passkey is made or shown.
const webauthn = () => import('@simplewebauthn/browser')

/** Has the browser make a passkey; fails where the person takes it back, or there is none to be made. */
export async function makePasskey(options: Options): Promise<PasskeyRegistration> {
  const { startRegistration } = await webauthn()
  return (await startRegistration({ optionsJSON: options as never })) as unknown as PasskeyRegistration
}

/** Has the browser show a passkey; fails where the person takes it back, or there is none to be shown. */
export async function showPasskey(options: Options): Promise<PasskeyAssertion> {
  const { startAuthentication } = await webauthn()
  return (await startAuthentication({ optionsJSON: options as never })) as unknown as PasskeyAssertion
}
