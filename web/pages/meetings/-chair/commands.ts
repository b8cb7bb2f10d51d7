import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import type { EndpointFunction } from '#domain/client.ts'
import type { Endpoint, ReplyOf } from '#domain/endpoint.ts'
import { keyOf } from '#web/lib/http/endpoints.ts'
import { failureKind } from '#web/lib/http/failures.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'

interface Options<E extends Endpoint> {
  /** The text on success instead of the server's; false: what changes is seen. */
  success?: string | false
  /** It changes what other screens show, too. */
  everywhere?: boolean
  onDone?: (reply: ReplyOf<E>) => void
}

/**
 * A command of who has the chair. One that no longer fits what is now is refused: the screen then says what is now, takes
 * it over, and keeps what was typed.
 */
export function useChairCommand<E extends Endpoint>(
  call: EndpointFunction<E>,
  { success, everywhere = false, onDone }: Options<E> = {},
) {
  const banner = useBanner()
  const queries = useQueryClient()
  const catchUp = () => void queries.invalidateQueries({ queryKey: keyOf(call).slice(0, 1) })
  return useAction(call, {
    ...(success !== undefined && { success }),
    refresh: everywhere,
    own: ['stale', 'forbidden'],
    onDone: (reply) => {
      if (!everywhere) catchUp()
      onDone?.(reply)
    },
    onRefused: catchUp,
    onFault: (error) => {
      catchUp()
      if (failureKind(error) === 'stale')
        banner.show('alert', `${error.message} This screen now shows it; what you typed is kept.`)
      if (failureKind(error) === 'forbidden')
        banner.show('alert', 'You no longer have the chair. What you typed is kept.')
    },
  })
}

/**
 * A switch that shows what was pressed until the live answer says so too, or the command failed.
 * `send` resolves to the reply, undefined without one.
 */
export function useSwitch(
  on: boolean,
  send: (on: boolean) => Promise<{ result: 0 | 1 } | undefined>,
): { checked: boolean; change: (on: boolean) => void } {
  const [wanted, setWanted] = useState<boolean | null>(null)
  useEffect(() => {
    if (wanted === on) setWanted(null)
  }, [wanted, on])
  return {
    checked: wanted ?? on,
    change: (next) => {
      setWanted(next)
      void send(next).then((reply) => reply?.result !== 1 && setWanted(null))
    },
  }
}

/**
 * Spread on what holds buttons that change their meaning once they are pressed: the second click of a double click, and an
 * Enter key still held down, are not meant for the next one.
 */
export const onceOnly = {
  onClickCapture: (event: MouseEvent) => {
    if (event.detail > 1) event.stopPropagation()
  },
  onKeyDownCapture: (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.repeat) event.preventDefault()
  },
}

/** Ctrl+Enter, anywhere on the screen where no dialog is open, presses the button of this ref. */
export function useMainButton() {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const pressed = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      if (document.querySelector('[role=dialog]')) return
      event.preventDefault()
      button.current?.click()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  return { ref: button, 'aria-keyshortcuts': 'Control+Enter Meta+Enter' }
}
