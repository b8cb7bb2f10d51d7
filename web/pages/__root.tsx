import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { rootOptions } from '#web/shell/root.tsx'

export const Route = createRootRouteWithContext<{ queries: QueryClient }>()(rootOptions)
