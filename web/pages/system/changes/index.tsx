import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Document } from '#web/ui/text/document.tsx'

export const Route = createFileRoute('/system/changes/')({ component: Changes })

/** What each version changed. */
function Changes() {
  return (
    <Page title="Changes" breadcrumbs={[['System', address('/system')], ['Changes']]}>
      <Document name="changes" load={() => import('../../../../CHANGELOG.md')} label="Versions" />
    </Page>
  )
}
