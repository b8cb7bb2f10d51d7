import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router'
import { cleanup, configure, render, waitFor } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import type { Actor } from '#domain/session/actor.ts'
import { type TestServer, withServer } from '#server/testing/test_server.ts'
import { App, createApp } from './app.tsx'
import { createSignInState, SignInPage } from './sign_in_page.tsx'
import { enterApp } from './signed_in.tsx'

// The pages wait for a real server. Whether something is hidden by style is not asked: jsdom needs seconds for it.
// Nor is what a pointer may reach: the style sheets are not loaded here, and asking takes as long.
// A failure is told in its one sentence, not in the whole markup.
configure({
  asyncUtilTimeout: 60_000,
  defaultHidden: true,
  getElementError: (message) => Object.assign(new Error(message ?? ''), { name: 'NotOnThePage' }),
})

/** A browser window connected to the real server. */
export interface BrowserWindow {
  user: ReturnType<typeof userEvent.setup>
  /** Replaces the text of a field in one step. */
  fill(field: HTMLElement, text: string): Promise<void>
  /** Opens an address as a fresh page load: only cookies and storage are kept. */
  open(address: string): void
  back(): void
  /** Closes the page once it has read all that it reads by itself; the rest of a screen follows the rows of its list. */
  close(): Promise<void>
  /** The current address. */
  path(): string
}

/** Runs a page test: the real app in jsdom against the real server, whose database is restored afterwards. */
export const withBrowser = (
  work: (server: TestServer, window: (actor?: Actor) => Promise<BrowserWindow>) => Promise<void>,
) =>
  withServer(async (server) => {
    const network = globalThis.fetch
    await sendAtOnce(server)
    try {
      await work(server, async (actor) => {
        const { cookie } = actor ? await server.as(actor) : server.visitor
        globalThis.fetch = connectToServer(server, cookie, network)
        return makeWindow()
      })
    } finally {
      cleanup()
      globalThis.fetch = network
      localStorage.clear()
      sessionStorage.clear()
    }
  })

/** Requests, reminders and group mails are not kept until they can no longer be undone, see pages/undo.test.tsx. */
const sendAtOnce = ({ db }: TestServer) =>
  db.insertInto('settings').values({ name: 'undo_seconds', value: '0' }).execute()

function makeWindow(): BrowserWindow {
  addMissingBrowserApis()
  let app: ReturnType<typeof createApp> | null = null
  const openSignInPage = (history: RouterHistory) => {
    const state = createSignInState()
    const { rerender } = render(
      <SignInPage
        state={state}
        enter={(...target) => {
          void enterApp(rerender, state, target, history).then((entered) => {
            app = entered
          })
        }}
      />,
    )
  }
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
  return {
    user,
    async fill(field, text) {
      await user.clear(field)
      await user.click(field)
      // A dialog that has closed, or a first field that was refused, takes the focus a moment later.
      if (document.activeElement !== field) await user.click(field)
      await user.paste(text)
    },
    open(address) {
      cleanup()
      app = null
      const history = createMemoryHistory({ initialEntries: [address] })
      // As main.tsx does.
      if (address === '/login') openSignInPage(history)
      else {
        app = createApp(history)
        render(<App {...app} />)
      }
    },
    back: () => app?.router.history.back(),
    async close() {
      await waitFor(() => {
        if (app?.state.queries.isFetching()) throw new Error('The page is still reading.')
      })
      cleanup()
    },
    path: () => app?.router.state.location.href ?? '/login',
  }
}

/** Waits for a form field by its path; finding it by label takes jsdom seconds in long forms. */
export const fieldAt = <E extends HTMLElement = HTMLInputElement>(path: string): Promise<E> =>
  waitFor(() => {
    const field = document.querySelector<E>(`[data-path="${path}"]`)
    if (!field) throw new Error(`There is no field ${path} yet.`)
    return field
  })

/**
 * A fetch that injects requests into the server, with cookies; those that an answer sets are sent from then on. What the
 * server itself asks of others, by whole addresses, goes over the network.
 */
function connectToServer({ app }: TestServer, cookie: string, network: typeof fetch): typeof fetch {
  const held = new Map<string, string>()
  const hold = (name: string, value: string) => {
    held.set(name, value)
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other store of cookies
    if (name === 'XSRF-TOKEN') document.cookie = `${name}=${value}`
  }
  for (const one of cookie.split('; ')) {
    const [name = '', value = ''] = one.split('=')
    hold(name, value)
  }
  return async (address, options = {}) => {
    if (!String(address).startsWith('/')) return network(address, options)
    const { method = 'GET', headers, body } = options
    const reply = await app.inject({
      method: method as 'GET',
      url: String(address),
      headers: {
        ...(headers as Record<string, string>),
        cookie: [...held].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(typeof body === 'string' && { payload: body }),
    })
    for (const { name, value } of reply.cookies) hold(name, value)
    const content = [204, 304].includes(reply.statusCode) ? null : reply.payload
    const told = new Headers()
    for (const name of ['content-type', 'etag', 'date']) told.set(name, String(reply.headers[name] ?? ''))
    return new Response(content, { status: reply.statusCode, headers: told })
  }
}

/** Adds what browsers have and jsdom lacks: media queries (reduced motion), ResizeObserver, scrolling, fonts. */
export function addMissingBrowserApis() {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media.includes('prefers-reduced-motion'),
      onchange: null,
      addListener() {},
      removeListener() {},
    })
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
  if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() })
}
