import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { address } from '#domain/address.ts'
import type { InformationItem } from '#domain/information/contract.ts'
import { day } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { ScreenLink } from '../actions/links.tsx'
import { Lines, Loaded } from '../layout/loaded.tsx'
import { Section } from '../layout/section.tsx'

/** The announcements for the viewer; each links to its page, or to its URL in a new tab. */
export function InformationList({ aside }: { aside?: ReactNode }) {
  const items = useCall(api.information.mine)
  return (
    <Section title="Information" aside={aside}>
      <Loaded query={items} skeleton={<Lines count={3} />}>
        {(list) =>
          list.length === 0 ? (
            <Text c="dimmed">There are no announcements.</Text>
          ) : (
            <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
              {list.map((item) => (
                <li key={item.id}>
                  <AnnouncementLine date={item.date}>
                    <Announcement item={item} />
                  </AnnouncementLine>
                </li>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  )
}

export const AnnouncementLine = ({ date, children }: { date: string | null; children: ReactNode }) => (
  <Group gap="sm" align="baseline" wrap="nowrap">
    <Text c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      {day(date)}
    </Text>
    {children}
  </Group>
)

function Announcement({ item: { id, title, content, url } }: { item: InformationItem }) {
  if (content) return <ScreenLink to={address('/information/show/$id', { id })}>{title}</ScreenLink>
  return url ? <NewTab to={url}>{title}</NewTab> : <Text>{title}</Text>
}

/** A link to another site, in a new tab. */
export const NewTab = ({ to, children }: { to: string; children: string }) => (
  <Anchor href={to} target="_blank" rel="noopener noreferrer" title="Opens in a new tab">
    {children}{' '}
    <IconExternalLink size={14} aria-label="(opens in a new tab)" role="img" style={{ verticalAlign: -2 }} />
  </Anchor>
)
