import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/reviewers/conflicts/')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/reviewers/conflicts/"!</div>
}
