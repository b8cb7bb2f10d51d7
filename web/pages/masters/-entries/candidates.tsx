import { Button } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { EntryList } from '#domain/masters/entries.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { Collapsed } from '#web/ui/collapsed.tsx'
import { DataTable } from '#web/ui/data_table.tsx'
import { EmptyState } from '#web/ui/empty_state.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { ScreenLink } from '#web/ui/screen_link.tsx'
import { Section } from '#web/ui/section.tsx'
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
