import { createFileRoute } from '@tanstack/react-router'
import { useUser } from '#web/lib/session/session.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { QueryTabs } from '#web/ui/layout/query_tabs.tsx'
import { Document } from '#web/ui/text/document.tsx'
import { type Guide, guidesFor } from './-guides.ts'

export const Route = createFileRoute('/guide/')({ component: Guides })

/** The guides for the user's roles. */
function Guides() {
  const guides = guidesFor(useUser().role)
  const [first] = guides
  return (
    <Page title="Guide">
      {guides.length > 1 ? (
        <QueryTabs
          tabs={guides.map((guide) => ({
            label: guide.label,
            content: <Text key={guide.role} guide={guide} />,
          }))}
        />
      ) : (
        first && <Text guide={first} />
      )}
    </Page>
  )
}

const Text = ({ guide: { role, load } }: { guide: Guide }) => (
  <Document name={`guide ${role}`} load={load} label="In this guide" />
)
