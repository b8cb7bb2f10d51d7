import { address } from '#domain/address.ts'
import type { Crumb } from '#web/ui/layout/page.tsx'

/** Breadcrumbs of a screen below Master. */
export const masterBreadcrumbs = (...rest: Crumb[]): Crumb[] => [['Master', address('/masters')], ...rest]
