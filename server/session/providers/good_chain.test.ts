import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { expect, onTestFinished, test } from 'vitest'
import { aUser } from '../../builders/people.ts'
import { readConfig } from '../../platform/config.ts'
import { aBrowser } from '../../testing/browser.ts'
import { CLIENT_ID, CLIENT_SECRET } from '../../testing/hostile_provider.ts'
import { ORCID, PASSWORD } from '../../testing/provider_scene.ts'
import { withServer } from '../../testing/test_server.ts'
import { hashPassword } from '../password_hash.ts'

/** A real provider in this process, where everyone is ORCID's example researcher. */
async function aRealProvider(redirectUri: string) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
        ...{ redirect_uris: [redirectUri], token_endpoint_auth_method: 'client_secret_post' },
      },
    ],
    cookies: { keys: ['for this test alone'] },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub }) }),
  })
  server.on('request', provider.callback())
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return issuer
}

/** Signs in on the provider's own pages, as a browser would, and answers where it sends the browser back to. */
async function signInThere(url: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>()
  let at = url
  let form: URLSearchParams | null = null
  for (let hops = 0; hops < 15; hops++) {
    const reply: Response = await fetch(at, {
      method: form ? 'POST' : 'GET',
      ...(form && { body: form }),
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      redirect: 'manual',
    })
    for (const cookie of reply.headers.getSetCookie()) {
      const [name, value] = cookie.split(';')[0]!.split('=', 2)
      cookies.set(name!, value!)
    }
    const location = reply.headers.get('location')
    if (location?.startsWith(redirectUri)) return location
    form = null
    if (location) {
      at = new URL(location, at).href
      continue
    }
    const page: string = await reply.text()
    const prompt: string | undefined = /name="prompt" value="(\w+)"/u.exec(page)?.[1]
    if (!prompt) throw new Error(`No form at ${at}: ${page.slice(0, 300)}`)
    at = new URL(/action="([^"]+)"/u.exec(page)![1]!, at).href
    form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: ORCID, password: 'any' }) })
  }
  throw new Error('The provider does not send the browser back.')
}

test('with a real provider a user links an account, signs out and signs in with it', () =>
  withServer(async (world) => {
    const redirectUri = `${world.services.config.baseUrl}/api/providers/callback/orcid`
    const issuer = await aRealProvider(redirectUri)
    const settings = { ORCID: issuer, ORCID_CLIENT_ID: CLIENT_ID, ORCID_CLIENT_SECRET: CLIENT_SECRET }
    world.services.config = { ...world.services.config, providers: readConfig(settings).providers }
    const user = await aUser(world.ctx(), ['reviewer'], { password_hash: await hashPassword(PASSWORD) })
    const browser = aBrowser(world)
    await browser.api.session.login({ body: { email: user.email, password: PASSWORD } })
    const link = await browser.api.providers.link({ body: { provider: 'orcid', password: PASSWORD } })
    const pathOf = (address: string) => new URL(address).pathname + new URL(address).search
    expect(await browser.follow(pathOf(await signInThere(link.url!, redirectUri)))).toBe(
      '/security?linked=orcid',
    )
    await browser.api.session.logout()
    const { url } = await browser.api.providers.signIn({ body: { provider: 'orcid' } })
    expect(await browser.follow(pathOf(await signInThere(url!, redirectUri)))).toBe('/login?next=%2F')
    expect(await browser.api.session.loginUser()).toMatchObject({ id: user.id })
  }))
