import { Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { createContext, type ReactNode, use } from 'react'
import type { ProposalRow } from '#domain/staff/contract.ts'
import { figure } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useAfterIdle } from '#web/lib/screen/timing.ts'

const AdjustedReady = createContext(false)

/** Loads adjusted scores only after the ranking itself is rendered. */
export const LoadAdjustedWhenIdle = ({ children }: { children: ReactNode }) => (
  <AdjustedReady value={useAfterIdle()}>{children}</AdjustedReady>
)

/** A proposal's adjusted score with its uncertainty in the title, or '-'. */
export const AdjustedScore = (props: { row: ProposalRow }) =>
  use(AdjustedReady) ? <AdjustedFigure {...props} /> : '-'

function AdjustedFigure({ row: { id, term_id } }: { row: ProposalRow }) {
  const { data } = useCall(api.staff.adjusted, { query: { term_id } })
  const own = data?.proposals.find((one) => one.id === id)
  if (!own) return '-'
  const { adjusted, error, mean } = own
  return (
    <span
      title={`${figure(adjusted, 2)} ± ${figure(error, 2)}, where the plain average is ${figure(mean, 2)}`}
    >
      {figure(adjusted, 1)}
    </span>
  )
}

/** Why the term has no adjusted scores. */
export const WhyNotAdjusted = () => use(AdjustedReady) && <AdjustedReason />

function AdjustedReason() {
  const said = useLocation({ select: ({ search }) => (search as Record<string, unknown>).term_id })
  const current = useCall(api.terms.current).data
  const term_id = said === undefined ? current : Number(said)
  const { data } = useCall(
    api.staff.adjusted,
    { query: { term_id: term_id ?? undefined } },
    { enabled: Boolean(term_id) },
  )
  if (!term_id || !data?.why_not) return null
  return (
    <Text size="xs" c="dimmed">
      Adjusted: {data.why_not}
    </Text>
  )
}
