import { createFileRoute } from '@tanstack/react-router'
import { api } from '#web/lib/http/api.ts'
import { read } from '#web/lib/routing/loaders.ts'
import { LoanPage } from '../-loan/loan_page.tsx'

export const Route = createFileRoute('/loans/$id/')({
  loader: ({ context, cause, params }) =>
    read(context.queries, cause, api.loans.get, { params: { number: params.id } }),
  component: OneLoan,
})

function OneLoan() {
  const { id } = Route.useParams()
  return <LoanPage number={id} />
}
