import { Group, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { Announcement } from '#domain/information/contract.ts'
import { whyNotDelete } from '#domain/information/rules.ts'
import { labelOf } from '#domain/masters/values.ts'
import { day, resultCount } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { InformationList, NewTab } from '#web/ui/home/information_list.tsx'
import { LoadError } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { DetailButton } from '#web/ui/lists/row_parts.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'

export const Route = createFileRoute('/information/')({ component: InformationScreen })

/** The announcements: for the office all of them to be edited, for curation those addressed to it. */
function InformationScreen() {
  return useIsOffice() ? (
    <AllInformation />
  ) : (
    <Page title="Information">
      <InformationList />
    </Page>
  )
}

function AllInformation() {
  const items = useCall(api.information.list)
  return (
    <Page title="Information" actions={<LinkButton to={address('/information/add')}>ADD</LinkButton>}>
      <Text role="status" fw={600}>
        {items.data ? resultCount(items.data.length) : !items.error && 'Loading…'}
      </Text>
      {items.error && !items.data ? (
        <LoadError error={items.error} retry={() => void items.refetch()} />
      ) : (
        <DataTable
          label="Information"
          rows={items.data}
          rowKey={({ id }) => id}
          muted={({ published }) => !published}
          empty={
            <EmptyState title="There are no announcements.">Press ADD to write the first one.</EmptyState>
          }
          columns={[
            { header: 'Date', nowrap: true, width: 110, cell: ({ date }) => day(date) },
            { header: 'Title', cardTitle: true, cell: (item) => <Title of={item} /> },
            {
              header: 'Target',
              width: 110,
              cell: ({ target }) => labelOf('information_target_list', target),
            },
            {
              header: 'Published',
              width: 130,
              cell: ({ published }) => (
                <StatusChip colour={published ? 'green' : 'plain'}>
                  {published ? 'Published' : 'Unpublished'}
                </StatusChip>
              ),
            },
            { header: 'Actions', action: true, width: 170, cell: (item) => <Actions of={item} /> },
          ]}
        />
      )}
    </Page>
  )
}

function Title({ of: { id, title, content, url } }: { of: Announcement }) {
  if (content || !url) return <ScreenLink to={address('/information/show/$id', { id })}>{title}</ScreenLink>
  return <NewTab to={url}>{title}</NewTab>
}

function Actions({ of: item }: { of: Announcement }) {
  const ask = useConfirm()
  const remove = useAction(api.information.remove)
  const { id, title } = item
  return (
    <Group gap="sm" wrap="nowrap">
      <DetailButton to={address('/information/edit/$id', { id })} name={title}>
        Edit
      </DetailButton>
      {whyNotDelete({ published: item.published === 1 }) === null && (
        <WriteButton
          size="compact-sm"
          variant="default"
          aria-label={`DELETE ${title}`}
          onClick={() =>
            ask({
              question: `Delete the announcement '${title}'? No one will see it any longer. This cannot be undone.`,
              details: <MailRecipients of={api.information.remove} to={{}} />,
              act: () => remove.run({ params: { id } }),
            })
          }
        >
          DELETE
        </WriteButton>
      )}
    </Group>
  )
}
