import { createFileRoute, redirect } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { target } from '#web/lib/routing/navigation.ts'

export const Route = createFileRoute('/reports/')({
  beforeLoad: () => {
    throw redirect({ ...target(address('/proposals/assigned_proposals')), replace: true })
  },
})
