import { queryOptions, useQuery } from '@tanstack/react-query'
import type { MaintenanceDetails } from '#domain/errors.ts'
import type { MaintenanceNotice } from '#domain/system/contract.ts'
import { MAINTENANCE_META } from '#domain/system/maintenance.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import { time } from '../format/format.ts'
import { api } from '../http/api.ts'

const LOOK_MS = 60_000
/** While it is on: the office may end it early. */
const LOOK_DURING_MS = 15_000
const SOON_MS = 1_000

/** When it is asked for again: also when it should end, because the server alone knows whether it is over. */
const untilNextLook = (now: MaintenanceNotice | null | undefined) =>
  now ? Math.min(LOOK_DURING_MS, Math.max(SOON_MS, Date.parse(now.until) - Date.now() + SOON_MS)) : LOOK_MS

/** What the page's meta tag says as it is loaded; undefined without the tag. */
function maintenanceInPage(): MaintenanceNotice | null | undefined {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${MAINTENANCE_META}"]`)
  return meta ? JSON.parse(meta.content) : undefined
}

/** Until when nobody can save; null if everyone can. Asking for it keeps no session alive. */
export const maintenanceQuery = queryOptions({
  queryKey: api.system.maintenance.key(),
  queryFn: () => api.system.maintenance(),
  initialData: maintenanceInPage,
  staleTime: LOOK_MS,
  refetchInterval: ({ state }) => untilNextLook(state.data),
  refetchOnWindowFocus: 'always',
  // Nothing on the screen waits for it.
  meta: { own: 'all' },
})

/** Until when nobody can save, and why, as the line of every screen knows it; null if everyone can, or while that is not known. */
export const useMaintenance = (): MaintenanceNotice | null =>
  useQuery({ ...maintenanceQuery, enabled: false }).data ?? null

/** What a refused write says about maintenance. */
export const maintenanceOf = (details: Record<string, unknown>) =>
  (details as unknown as MaintenanceDetails).maintenance

const sameDay = (one: string, other: string) => one.slice(0, 10) === other.slice(0, 10)

/** '20:00 UTC (your time 22:00)'; with the date unless it is today. */
export function untilText(until: string, now = new Date()): string {
  const utc = formatUtc(until)
  const here = time(until)
  const today = sameDay(utc, now.toISOString())
  const shown = today ? utc.slice(11) : utc
  if (utc.startsWith(here)) return shown
  return `${shown} (your time ${sameDay(utc, here) ? here.slice(11) : here})`
}
