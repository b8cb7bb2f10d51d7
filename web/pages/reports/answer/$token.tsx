import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/reports/answer/$token')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/reports/answer/$token"!</div>
}
