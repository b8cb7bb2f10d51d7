import { createFileRoute } from '@tanstack/react-router'
import { api } from '#web/lib/http/api.ts'
import { read } from '#web/lib/routing/loaders.ts'
import { PackingPage } from '../-packing/packing_page.tsx'

export const Route = createFileRoute('/loans/$id/packing')({
  loader: ({ context, cause, params }) =>
    read(context.queries, cause, api.loans.get, { params: { number: params.id } }),
  component: Packing,
})

function Packing() {
  const { id } = Route.useParams()
  return <PackingPage key={id} number={id} />
}
