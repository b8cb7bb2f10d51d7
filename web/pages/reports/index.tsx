import { createFileRoute, redirect } from '@tanstack/react-router'
import { target } from '#web/lib/go.ts'

export const Route = createFileRoute('/reports/')({
  beforeLoad: () => {
    throw redirect({ ...target('/proposals/assigned_proposals'), replace: true })
  },
})
