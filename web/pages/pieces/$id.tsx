import { createFileRoute } from '@tanstack/react-router'
import { api } from '#web/lib/http/api.ts'
import { read } from '#web/lib/routing/loaders.ts'
import { PiecePage } from './-piece/piece_page.tsx'

export const Route = createFileRoute('/pieces/$id')({
  loader: ({ context, cause, params }) =>
    read(context.queries, cause, api.pieces.get, { params: { address: params.id } }),
  component: OnePiece,
})

function OnePiece() {
  const { id } = Route.useParams()
  return <PiecePage key={id} address={id} />
}
