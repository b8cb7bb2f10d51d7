import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '#web/ui/layout/forbidden.tsx'

export const Route = createFileRoute('/403')({ component: Forbidden })
