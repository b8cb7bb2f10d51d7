import { createFileRoute } from '@tanstack/react-router'
import { api } from '#web/lib/http/api.ts'
import { load } from '#web/lib/routing/loaders.ts'
import { MySamples } from './-page.tsx'

export const Route = createFileRoute('/mypage/samples/')({
  loader: load(api.loans.mine),
  component: MySamples,
})
