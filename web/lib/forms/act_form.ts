import { useState } from 'react'
import type { EndpointFunction } from '#domain/client.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { useOnReconnect } from '../http/connection.ts'
import { failureKind } from '../http/failures.ts'
import { type EndpointFormState, useEndpointForm } from './endpoint_form.ts'

/** A random UUID. `crypto.randomUUID` needs a secure context, which a laboratory's network may not be. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5')
}

/** Values with the key under which the endpoint carries an act out once; it is kept with their draft. */
export interface KeyedValues {
  key: string
}

export interface ActFormState<Values> extends EndpointFormState<Values> {
  /** It was sent, and whether it arrived is not known: it is sent again when the server answers again. */
  unanswered: boolean
}

type Options<E extends Endpoint, Values extends object> = Parameters<typeof useEndpointForm<E, Values>>[1]

/** A form whose request may be repeated: what got no answer is sent again with the same key. */
export function useActForm<E extends Endpoint, Values extends KeyedValues>(
  call: EndpointFunction<E>,
  options: Options<E, Values>,
): ActFormState<Values> {
  const [unanswered, setUnanswered] = useState(false)
  const form = useEndpointForm<E, Values>(call, {
    ...options,
    handles: ['unreachable'],
    valuesAfterSave: (_, values) => ({ ...values, key: randomKey() }),
    onDone: (reply, values) => {
      setUnanswered(false)
      options.onDone?.(reply, values)
    },
    onFault: (error) => setUnanswered(failureKind(error) === 'unreachable'),
    refusalErrors: (reply) => {
      // What was refused was not carried out under its key; what is sent next is a new request.
      form.fields.setValues({ ...form.fields.getValues(), key: randomKey() })
      return options.refusalErrors?.(reply)
    },
  })
  useOnReconnect(() => {
    if (unanswered) form.submit()
  })
  return { ...form, unanswered }
}
