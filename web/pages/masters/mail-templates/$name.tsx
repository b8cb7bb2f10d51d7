import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/masters/mail-templates/$name')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/masters/mail-templates/$name"!</div>
}
