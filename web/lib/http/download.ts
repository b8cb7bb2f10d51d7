import { useState } from 'react'
import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { useBanner } from '../screen/banner.tsx'
import { useSessionExpired } from '../session/session.ts'
import type { ReceivedFile } from './api.ts'
import { callEndpoint } from './endpoints.ts'
import { describeFailure, isBusy, isSessionExpired } from './failures.ts'

/** Downloads by a call that answers a file's address, or a file; the banner says `failed` when it does not. */
export function useDownload<E extends Endpoint>(call: EndpointFunction<E>, failed = 'failed') {
  const banner = useBanner()
  const lapse = useSessionExpired()
  const [pending, setPending] = useState(false)

  async function download(input?: EndpointInput<E>, name?: string) {
    if (pending) return
    setPending(true)
    try {
      const answer = await callEndpoint(call, input)
      if (call.endpoint.gives === 'file') saveFile(answer as ReceivedFile, name)
      else follow(String(answer))
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

/** Hands a document to the browser under its name, or another. */
export function saveFile({ name, content }: ReceivedFile, as = name) {
  const address = URL.createObjectURL(content)
  follow(address, as)
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** A link, not a change of address: the page with its unsaved work stays. */
function follow(address: string, name = '') {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}
