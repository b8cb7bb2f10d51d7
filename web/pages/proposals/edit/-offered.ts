import { useState } from 'react'
import type { ReconciledDraft } from '#web/lib/drafts/draft.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { goneSamples, restorable } from './-restored.ts'
import type { ProposalValues } from './-values.ts'

const ids = (list: readonly { id: number }[]) => new Set(list.map(({ id }) => String(id)))

/** Sieves a restored draft by what can be chosen now; answers null until that is known. */
export function useRestorable(): (
  values: ProposalValues,
  held: ProposalValues,
) => ReconciledDraft<ProposalValues> | null {
  const keywords = useCall(api.masters.keywordChoices).data
  const methods = useCall(api.masters.methodChoices).data
  const ryugu = useCall(api.samples.ryugu).data
  const bennu = useCall(api.samples.bennu).data
  // Only a sample that is not on offer wants the names of all.
  const [naming, setNaming] = useState(false)
  const all = useCall(api.samples.everySample, {}, { enabled: naming }).data
  return (values, held) => {
    if (!keywords || !methods || !ryugu || !bennu) return null
    const samples = ids([...ryugu, ...bennu])
    if (!all && goneSamples(values, held, samples).size > 0) {
      setNaming(true)
      return null
    }
    const name = (id: string) => all?.find((sample) => String(sample.id) === id)?.name
    return restorable(values, held, { keywords: ids(keywords), methods: ids(methods), samples, name })
  }
}
