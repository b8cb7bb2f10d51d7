import { act, waitFor } from '@testing-library/react'
import { vi } from 'vitest'

/** Counts the requests under way from now on. */
export function watchRequests() {
  const requests = { pending: 0 }
  const network = globalThis.fetch
  globalThis.fetch = async (...args) => {
    requests.pending++
    try {
      return await network(...args)
    } finally {
      requests.pending--
    }
  }
  return requests
}

/** Waits until the page has all answers and all modules it asked for, and has shown them. */
export async function settled(requests: { pending: number }) {
  let quiet = 0
  const observer = new MutationObserver(() => (quiet = -1))
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  })
  try {
    // Outside act React may show a component for 300 ms later than its module has come.
    await act(() => vi.dynamicImportSettled())
    await waitFor(
      async () => {
        await vi.dynamicImportSettled()
        quiet++
        if (
          requests.pending > 0 ||
          !document.querySelector('h1') ||
          document.querySelector('main [aria-busy=true]')
        )
          quiet = 0
        if (quiet < 2) throw new Error('The page is still loading.')
      },
      { interval: 20 },
    )
  } finally {
    observer.disconnect()
  }
}
