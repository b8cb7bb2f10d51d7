import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { ViewSwitch } from '../-view_switch.tsx'
import { TermReports } from './-term_reports.tsx'

export const Route = createFileRoute('/reviewers/late/')({ component: LateReports })

/** Who is late, of what and since when; the office reminds them here. */
function LateReports() {
  const current = useCall(api.terms.current)
  return (
    <Page
      title="Late reports"
      breadcrumbs={[['Reviewer List', address('/reviewers')], ['Late reports']]}
      actions={<ViewSwitch />}
    >
      <Loaded query={current}>{(now) => now !== null && <TermReports current={String(now)} />}</Loaded>
    </Page>
  )
}
