import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { CalendarAddress } from '#domain/calendars/contract.ts'
import { ENDS_CALENDARS } from '#domain/calendars/rules.ts'
import { time } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SecretOnce } from '#web/ui/text/secret_once.tsx'
import { PasswordDialog } from './-password_dialog.tsx'

/** The address at which calendar programs read the user's deadlines. */
export function CalendarSection() {
  const own = useCall(api.calendars.show, {}, { staleTime: 0 })
  return (
    <Section title="Calendar" aside="Your deadlines in your own calendar">
      <Loaded query={own}>
        {(address) => <OwnCalendar address={address} reload={() => void own.refetch()} />}
      </Loaded>
    </Section>
  )
}

function OwnCalendar({ address, reload }: { address: CalendarAddress | null; reload: () => void }) {
  const ask = useConfirm()
  const revoke = useAction(api.calendars.revoke, { refresh: false })
  const [isMaking, setMaking] = useState(false)
  const [url, setUrl] = useState<string | null>(null)
  const make = address ? 'Replace the address' : 'Make an address'
  return (
    <Stack gap="sm" align="flex-start">
      <Text>
        A calendar program can read the deadlines of your roles at an address of your own. It holds dates,
        numbers of proposals, reports and loans, and links; no titles, names or scores.
      </Text>
      <Text>
        {address
          ? `You have an address since ${time(address.created_at)}. ${
              address.last_read_at
                ? `It was last read ${time(address.last_read_at)}.`
                : 'It has not been read yet.'
            }`
          : 'You have no address.'}
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => setMaking(true)}>
          {make}
        </Button>
        {address && (
          <Button
            variant="default"
            onClick={() =>
              void ask({
                question: 'Revoke the calendar address?',
                details: ENDS_CALENDARS,
                act: async () => {
                  await revoke.run()
                  reload()
                },
              })
            }
          >
            Revoke
          </Button>
        )}
      </Group>
      {isMaking && (
        <PasswordDialog
          call={api.calendars.make}
          title={make}
          submit={address ? 'Replace' : 'Make'}
          consequence={
            address
              ? ENDS_CALENDARS
              : 'Anyone who knows the address can read your deadlines, until you revoke it.'
          }
          close={() => setMaking(false)}
          onDone={(reply) => {
            setMaking(false)
            setUrl(reply.url ?? null)
            reload()
          }}
        />
      )}
      {url !== null && <AddressDialog url={url} close={() => setUrl(null)} />}
    </Stack>
  )
}

/** Shows a new address once. */
const AddressDialog = ({ url, close }: { url: string; close: () => void }) => (
  <Dialog open size="lg" message={<b>Your calendar address</b>}>
    <Stack gap="md">
      <SecretOnce
        label="Address"
        value={url}
        note="Anyone who knows it can read your deadlines. If it is lost or known to others, replace it here."
      />
      <Text>
        Add it as a calendar from the Internet: in Google Calendar under Other calendars, From URL; in Outlook
        under Add calendar, Subscribe from web; in Apple Calendar under File, New Calendar Subscription; in
        Thunderbird under New Calendar, On the Network.
      </Text>
      <Group justify="flex-end">
        <Button onClick={close}>Done</Button>
      </Group>
    </Stack>
  </Dialog>
)
