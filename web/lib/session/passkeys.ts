import type { PasskeyAssertion, PasskeyRegistration } from '#domain/session/contract.ts'

/** WebAuthn options as the server sends them. */
type Options = Record<string, unknown>

// Loaded only when a passkey is created or used.
const webauthn = () => import('@simplewebauthn/browser')

/** Creates a passkey; rejects if the user cancels or the device cannot create one. */
export async function makePasskey(options: Options): Promise<PasskeyRegistration> {
  const { startRegistration } = await webauthn()
  return (await startRegistration({ optionsJSON: options as never })) as unknown as PasskeyRegistration
}

/** Signs in with a passkey; rejects if the user cancels or there is none. */
export async function showPasskey(options: Options): Promise<PasskeyAssertion> {
  const { startAuthentication } = await webauthn()
  return (await startAuthentication({ optionsJSON: options as never })) as unknown as PasskeyAssertion
}
