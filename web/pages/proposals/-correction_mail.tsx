import { api } from '#web/lib/http/api.ts'
import { isOwn, type Own } from '#web/lib/http/failures.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'

/** All errors except an expired session and a forbidden action, which have their own screens. */
const FAILURES: Own = ['internal', 'unreachable', 'throttled', 'invalid', 'missing', 'stale']

/** Mails all proposers and collaborators of submitted proposals to check them; enabled by a setting. */
export function CorrectionMail() {
  const ask = useConfirm()
  const banner = useBanner()
  const enabled = useCall(api.masters.settings).data?.correction_mail ?? false
  const send = useAction(api.staff.sendCorrectionMail, {
    own: FAILURES,
    onRefused: ({ message }) => {
      banner.show('error', message)
      return true
    },
    onFault: (error) => {
      if (isOwn(FAILURES, error)) banner.show('error', 'Error sending correction mail.')
    },
  })
  const loadRecipients = useAction(api.staff.correctionMail, { refresh: false })
  const confirmAndSend = async () => {
    const recipients = await loadRecipients.run()
    if (!recipients) return
    const yes = await ask({
      question: 'Do you send a correction mail to all proposers and collaborators?',
      details: (
        <MailRecipients
          of={api.staff.sendCorrectionMail}
          to={{ participants: recipients.to }}
          saying={`${recipients.mails} e-mails in all for ${recipients.proposals} submitted proposals`}
        />
      ),
      no: 'CANCEL',
      yes: 'SEND',
    })
    if (yes) await send.run()
  }
  return (
    <>
      <WriteButton variant="default" disabled={!enabled} onClick={() => void confirmAndSend()}>
        SEND CONFIRMATION/FOLLOW UP MAIL
      </WriteButton>
      <WaitingDialog open={send.pending} text="Sending correction mail..." />
    </>
  )
}
