import { Button, Checkbox, Group, Text } from '@mantine/core'
import type { LiveChair } from '#domain/meetings/live_contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useIsReadOnly } from '#web/lib/session/session.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import { ScrollPart } from '#web/ui/text/long_lists.tsx'
import classes from './chair.module.css'
import { useChairCommand, useSwitch } from './commands.ts'

type Attending = LiveChair['people'][number]

const ROLES = { chair: 'Chair', deputy: 'Deputy' } as const
const PRESENCE = { here: 'here', out: 'out: a conflict of interest', away: 'away' } as const

interface AttendanceProps {
  meeting_id: number
  people: readonly Attending[]
}

/** Who is here, each to be marked here or away. */
export const AttendanceList = ({ meeting_id, people }: AttendanceProps) => (
  <ul className={classes.people} aria-label="Attendance">
    {people.map((one) => (
      <PersonLine key={one.id} meeting_id={meeting_id} person={one} />
    ))}
  </ul>
)

function PersonLine({ meeting_id, person }: { meeting_id: number; person: Attending }) {
  const attend = useChairCommand(api.meetings.attend, { success: false })
  const readOnly = useIsReadOnly()
  const { id, name, is, role, is_panel, expected } = person
  const { checked, change } = useSwitch(is !== 'away', (here) =>
    attend.run({ params: { id: meeting_id }, body: { user_id: id, here } }),
  )
  return (
    <li>
      <Checkbox
        checked={checked}
        disabled={readOnly}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
        label={
          <>
            {name}{' '}
            <small>
              {[role && ROLES[role], !is_panel && 'no vote', !expected && 'not expected']
                .filter(Boolean)
                .join(', ')}
            </small>
          </>
        }
      />
      <span data-is={is}>{PRESENCE[is]}</span>
    </li>
  )
}

interface AttendanceDialogProps extends AttendanceProps {
  open: boolean
  close: () => void
}

export const AttendanceDialog = ({ open, close, ...list }: AttendanceDialogProps) => (
  <Dialog open={open} onClose={close} message={<b>Attendance</b>}>
    <Text size="sm" mb="sm">
      Members press “I am here” themselves; you can mark them here or away. Whoever is away does not count for
      the quorum, and no ballot waits for them.
    </Text>
    <ScrollPart label="Attendance" height="55dvh">
      <AttendanceList {...list} />
    </ScrollPart>
    <InlineMessage />
    <Group justify="flex-end" mt="md">
      <Button onClick={close}>Done</Button>
    </Group>
  </Dialog>
)
