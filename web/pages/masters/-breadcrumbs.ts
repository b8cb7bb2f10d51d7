import { address } from '#domain/address.ts'
import type { Crumb } from '#web/ui/layout/page.tsx'

/** The way to a screen under the masters. */
export const masterBreadcrumbs = (...rest: Crumb[]): Crumb[] => [['Master', address('/masters')], ...rest]
