import { Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { startPage } from '#domain/session/rules.ts'
import { day } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { useUser } from '#web/lib/session/session.ts'
import { LinkButton, LinkedText } from '#web/ui/actions/links.tsx'
import { NewTab } from '#web/ui/home/information_list.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'

export const Route = createFileRoute('/information/show/$id')({
  loader: loadById(api.information.show),
  component: Announcement,
})

function Announcement() {
  const { id } = Route.useParams()
  const item = useCall(api.information.show, { params: { id } })
  return (
    <Page title={item.data?.title ?? 'Announcement'}>
      <Section>
        <Loaded query={item}>
          {({ date, content, url }) => (
            <>
              <Text c="dimmed" mb="sm">
                {day(date)}
              </Text>
              {content ? <LinkedText>{content}</LinkedText> : url && <NewTab to={url}>{url}</NewTab>}
            </>
          )}
        </Loaded>
      </Section>
      <div>
        <LinkButton to={startPage(useUser().role)} variant="default">
          Back
        </LinkButton>
      </div>
    </Page>
  )
}
