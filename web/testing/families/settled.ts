import { waitFor } from '@testing-library/react'

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

/** Waits until the page has all answers, and has shown them. */
export async function settled(requests: { pending: number }) {
  let before = ''
  await waitFor(
    () => {
      const now = document.body.innerHTML
      const same = now === before
      before = now
      if (
        requests.pending > 0 ||
        !same ||
        !document.querySelector('h1') ||
        document.querySelector('main [aria-busy=true]')
      )
        throw new Error('The page is still loading.')
    },
    { interval: 20 },
  )
}
