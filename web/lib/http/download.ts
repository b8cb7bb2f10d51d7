import { useState } from 'react'
import { queryString } from '#domain/address.ts'
import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { useBanner } from '../screen/banner.tsx'
import { useSessionExpired } from '../session/session.ts'
import type { ReceivedFile } from './api.ts'
import { callEndpoint } from './endpoints.ts'
import { describeFailure, isBusy, isSessionExpired } from './failures.ts'

/** Downloads from an endpoint that returns a file, or the address of one; on failure the banner says `failed`. */
export function useDownload<E extends Endpoint>(call: EndpointFunction<E>, failed = 'failed') {
  const banner = useBanner()
  const lapse = useSessionExpired()
  const [pending, setPending] = useState(false)

  /** `columns`: the headers that a CSV file is to have. */
  async function download(input?: EndpointInput<E>, name?: string, columns?: readonly string[]) {
    if (pending) return
    setPending(true)
    try {
      const answer = await callEndpoint(call, input)
      if (call.endpoint.gives === 'file') saveFile(answer as ReceivedFile, name)
      else follow(columns ? `${answer}?${queryString({ columns })}` : String(answer))
    } catch (error) {
      if (isSessionExpired(error)) lapse()
      else if (isBusy(error)) banner.show(...describeFailure(error))
      else banner.show('alert', failed)
    } finally {
      setPending(false)
    }
  }
  return { download, pending }
}

/** Saves a document under its name, or another. */
export function saveFile({ name, content }: ReceivedFile, as = name) {
  const address = URL.createObjectURL(content)
  follow(address, as)
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Clicks a link instead of changing the address, so that unsaved work on the page stays. */
function follow(address: string, name = '') {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}
