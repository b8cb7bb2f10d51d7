import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '#web/ui/layout/error_pages.tsx'

export const Route = createFileRoute('/404')({ component: NotFound })
