import { Text } from '@mantine/core'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'

const reviewerCount = (count: number) => (count === 1 ? '1 reviewer' : `${count} reviewers`)

/** Asks all reviewers who have not confirmed their profile lately to do so; the dialog says how many mails that is. */
export function AskForProfiles() {
  const state = useCall(api.reviewerProfiles.state).data
  const look = useAction(api.reviewerProfiles.state, { refresh: false })
  const send = useAction(api.reviewerProfiles.ask)
  const ask = useConfirm()
  async function press() {
    // The page may be old: the dialog needs current numbers.
    const now = await look.run({})
    if (!now || now.to_ask.length === 0) return
    await ask({
      question: `Ask ${reviewerCount(now.to_ask.length)} to confirm ${now.to_ask.length === 1 ? 'the profile' : 'their profiles'}?`,
      details: (
        <>
          <Text size="sm" mb="xs">
            {`${now.confirmed} of ${reviewerCount(now.reviewers)} have confirmed within the last six months. Those and whoever was asked within a week are left out.`}
          </Text>
          <MailRecipients of={api.reviewerProfiles.ask} to={{ reviewer: now.to_ask }} />
        </>
      ),
      act: () => send.run({}),
    })
  }
  return (
    <ButtonWithReason
      variant="default"
      why={
        state?.to_ask.length === 0
          ? 'All reviewers have confirmed their profile or have just been asked to.'
          : null
      }
      disabled={state === undefined}
      onClick={() => void press()}
    >
      Ask to confirm profiles…
    </ButtonWithReason>
  )
}
