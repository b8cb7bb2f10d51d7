import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useUser } from '#web/lib/session/session.ts'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { QueryTabs } from '#web/ui/layout/query_tabs.tsx'
import classes from './-guide.module.css'
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

function Text({ guide: { role, load } }: { guide: Guide }) {
  const query = useQuery({ queryKey: ['guide', role], queryFn: load, staleTime: Number.POSITIVE_INFINITY })
  return (
    <Loaded query={query} skeleton={<Lines count={12} />}>
      {({ html, sections }) => (
        <div className={classes.guide}>
          <nav aria-label="In this guide" className={classes.contents}>
            <ul>
              {sections.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own words, made into HTML by the build */}
          <article className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
        </div>
      )}
    </Loaded>
  )
}
