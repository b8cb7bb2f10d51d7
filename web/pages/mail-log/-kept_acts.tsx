import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { KeptAct } from '#domain/undo/contract.ts'
import { whyNotSettle, whyNotUndo } from '#domain/undo/rules.ts'
import { keptActState } from '#domain/undo/status.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { pendingActsQuery } from '#web/lib/session/pending_acts.ts'
import { useUser } from '#web/lib/session/session.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'

/** What is about to be sent, and what could not be sent at its time; nothing without any. */
export function KeptActs() {
  const acts = (useQuery(pendingActsQuery).data ?? []).filter(({ state }) => state !== 'done')
  if (acts.length === 0) return null
  return (
    <Section title="About to be sent, and not sent at their time">
      <Stack gap="md">
        {acts.map((act) => (
          <KeptActRow key={act.id} act={act} />
        ))}
      </Stack>
    </Section>
  )
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function KeptActRow({ act }: { act: KeptAct }) {
  const { state, scheduled, due_at, by, outcome } = act
  const shown = state === 'waiting' && scheduled ? `Scheduled ${time(due_at)}` : keptActState.label(state)
  return (
    <Group gap="sm" justify="space-between">
      <div style={{ flex: '1 1 20rem' }}>
        <Group gap="sm">
          <StatusChip colour={keptActState.colour(state)}>{shown}</StatusChip>
          <Text size="sm" c="dimmed">{`${by.name}, ${time(act.pressed_at)} (${zoneName()})`}</Text>
        </Group>
        <Text>{`${sentence(act.description)}.`}</Text>
        {outcome && (
          <Text size="sm" c="dimmed">
            {outcome}
          </Text>
        )}
      </div>
      <Acts act={act} />
    </Group>
  )
}

function Acts({ act: { id, state, scheduled, by, description } }: { act: KeptAct }) {
  const user = useUser()
  const ask = useConfirm()
  const undo = useAction(api.undo.undo)
  const resume = useAction(api.undo.resume)
  const dismiss = useAction(api.undo.dismiss)
  const input = { params: { id } }
  const facts = { state, user_id: by.id, user_name: by.name }
  return (
    <Group gap="sm" wrap="nowrap" justify="flex-end">
      {!scheduled && whyNotUndo(facts, user.id) === null && (
        <WriteButton size="compact-sm" variant="default" onClick={() => void undo.run(input)}>
          Undo
        </WriteButton>
      )}
      {whyNotSettle(facts) === null && (
        <>
          <WriteButton
            size="compact-sm"
            variant="default"
            onClick={() =>
              void ask({
                question: `Try again to ${description}? It is done in your name.`,
                act: () => resume.run(input),
              })
            }
          >
            Try again
          </WriteButton>
          <WriteButton size="compact-sm" variant="default" onClick={() => void dismiss.run(input)}>
            Dismiss
          </WriteButton>
        </>
      )}
    </Group>
  )
}
