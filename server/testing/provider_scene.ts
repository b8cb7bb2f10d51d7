import { readConfig } from '../platform/config.ts'
import { aBrowser, type Browser } from './browser.ts'
import { CLIENT_ID, CLIENT_SECRET, type HostileProvider } from './hostile_provider.ts'
import type { TestServer } from './test_server.ts'

export const PASSWORD = 'correct horse battery'
export const ORCID = '0000-0002-1825-0097'
export const OTHER_ORCID = '0000-0002-1694-233X'

interface Providers {
  /** ORCID's, on this machine. */
  orcid?: HostileProvider
  /** An institution's, which asserts second factors. */
  university?: HostileProvider
  timeoutSeconds?: number
}

/** Configures providers as the settings do. */
export function configureProviders(
  { services }: TestServer,
  { orcid, university, timeoutSeconds = 10 }: Providers,
) {
  const { providers, providerTimeoutSeconds } = readConfig({
    ...(orcid && {
      ORCID: orcid.issuer,
      ORCID_CLIENT_ID: CLIENT_ID,
      ORCID_CLIENT_SECRET: CLIENT_SECRET,
    }),
    ...(university && {
      PROVIDERS: JSON.stringify([
        {
          ...{ id: 'university', label: 'University', issuer: university.issuer },
          ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
          second_factor: { amr: ['mfa'], acr: ['urn:strong'] },
        },
      ]),
    }),
    PROVIDER_TIMEOUT_SECONDS: String(timeoutSeconds),
  })
  services.config = { ...services.config, providers, providerTimeoutSeconds }
}

export const callback = (provider: string, query: URLSearchParams) =>
  `/api/providers/callback/${provider}?${query}`

/** Where the browser ends after it has signed in as `sub` at a provider. */
export async function signInWith(
  browser: Browser,
  provider: HostileProvider,
  {
    id = 'orcid',
    sub = ORCID,
    claims = {},
  }: { id?: string; sub?: string; claims?: Record<string, unknown> } = {},
) {
  const { url } = await browser.api.providers.signIn({ body: { provider: id } })
  return browser.follow(callback(id, provider.approve(url!, sub, claims)))
}

/** A browser in which the user has signed in with the password and linked an account. */
export async function linkedBrowser(
  server: TestServer,
  user: { email: string },
  provider: HostileProvider,
  { id = 'orcid', sub = ORCID }: { id?: string; sub?: string } = {},
) {
  const browser = aBrowser(server)
  await browser.api.session.login({ body: { email: user.email, password: PASSWORD } })
  const { url } = await browser.api.providers.link({ body: { provider: id, password: PASSWORD } })
  await browser.follow(callback(id, provider.approve(url!, sub)))
  return browser
}
