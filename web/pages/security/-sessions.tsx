import { Button, Stack, Text } from '@mantine/core'
import type { OwnSession } from '#domain/session/contract.ts'
import { durationText } from '#domain/session/durations.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { Tag } from '#web/ui/text/chips.tsx'

const hint = `Times are in ${zoneName()}.`

/** The current session cannot be ended here. */
export function Sessions({ sessions }: { sessions: OwnSession[] }) {
  const ask = useConfirm()
  const end = useAction(api.security.endSession)
  const endOthers = useAction(api.security.endOthers)
  const alone = sessions.every(({ current }) => current)
  return (
    <Section title="Where you are signed in">
      <Stack gap="sm">
        <Text>
          If you do not recognise one of these, end it and change your password. Sessions end after{' '}
          {durationText('idle_session')} without activity.
        </Text>
        <DataTable
          label="Sessions"
          rows={sessions}
          rowKey={({ id }) => id}
          empty={null}
          columns={[
            {
              header: 'Browser',
              cardTitle: true,
              cell: ({ browser, current }) => (
                <>
                  {browser} {current && <Tag>this one</Tag>}
                </>
              ),
            },
            { header: 'Address', cell: ({ address }) => address ?? '-' },
            { header: 'Started', hint, nowrap: true, cell: ({ created_at }) => time(created_at) },
            { header: 'Last used', hint, nowrap: true, cell: ({ last_seen_at }) => time(last_seen_at) },
            {
              header: 'End',
              action: true,
              width: 90,
              align: 'right',
              cell: ({ id, browser, current }) =>
                !current && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`End ${browser}`}
                    onClick={() =>
                      void ask({
                        question: `End the session of ${browser}?`,
                        act: () => end.run({ params: { id } }),
                      })
                    }
                  >
                    End
                  </Button>
                ),
            },
          ]}
        />
        <div>
          <ButtonWithReason
            variant="default"
            why={alone ? 'There is no other session.' : null}
            onClick={() => void ask({ question: 'End all your other sessions?', act: () => endOthers.run() })}
          >
            End all others
          </ButtonWithReason>
        </div>
      </Stack>
    </Section>
  )
}
