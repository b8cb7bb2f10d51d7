import { Button } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { EntryList } from '#domain/masters/entries.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { Collapsed } from '#web/ui/text/long_lists.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { WORDS } from './words.ts'

/** What proposals have typed that is no entry: one click makes it one, and the proposals then point to it. */
export function Candidates({ list }: { list: EntryList }) {
  const { noun, calls } = WORDS[list]
  const candidates = useCall(calls.notRegistered, {}, { staleTime: 0 })
  const add = useAction(calls.add)
  const words = noun.toLowerCase()
  return (
    <Section title={`Not registered ${words}s`}>
      <Loaded query={candidates}>
        {(rows) => (
          <DataTable
            label={`Not registered ${words}s`}
            rows={rows}
            rowKey={({ name }) => name}
            busy={add.pending}
            empty={<EmptyState title={`Every ${words} that proposals have typed is one of the list.`} />}
            columns={[
              { header: 'Name', cell: ({ name }) => name },
              { header: 'Count', align: 'right', cell: ({ count }) => count },
              { header: 'Proposals', cell: ({ proposals }) => <Links ids={proposals} /> },
              {
                header: 'Add',
                action: true,
                width: 130,
                cell: (candidate) => (
                  <Button
                    size="compact-sm"
                    variant="light"
                    aria-label={`Add to the list: ${candidate.name}`}
                    onClick={() => void add.run({ body: { name: candidate.name, sort: null, adopt: true } })}
                  >
                    Add to the list
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}

const Links = ({ ids }: { ids: readonly number[] }) => (
  <Collapsed items={ids} itemKey={(id) => id}>
    {(id) => (
      <ScreenLink to={address('/proposals/detail/$id', { id })} display="inline-block" miw={24} py={2}>
        {String(id)}
      </ScreenLink>
    )}
  </Collapsed>
)
