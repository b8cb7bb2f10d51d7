import { useMemo } from 'react'
import type { Sample } from '#domain/samples/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'

/** What can be asked for now of both asteroids, by id as text. */
export function useAskable(): ReadonlyMap<string, Sample> {
  const ryugu = useCall(api.samples.ryugu).data
  const bennu = useCall(api.samples.bennu).data
  return useMemo(
    () => new Map([...(ryugu ?? []), ...(bennu ?? [])].map((sample) => [String(sample.id), sample])),
    [ryugu, bennu],
  )
}
