import { mailState } from '#domain/mail/status.ts'
import { MAIL_CHECK } from '#domain/system/checks.ts'
import type { CheckResult, SystemState } from '#domain/system/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { counted } from './-format.ts'

const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']
const sentence = (text: string) => (/[.!?]$/u.test(text) ? text : `${text}.`)

/** Shown only when something is wrong: what, and the button that mends it. */
export function Trouble({ mail, checks }: { mail: SystemState['mail']; checks: CheckResult['checks'] }) {
  const { failed, failure } = mail
  const others = checks.filter(({ name, state }) => state !== 'good' && !(name === MAIL_CHECK && failed > 0))
  const count = others.length + (failed > 0 ? 1 : 0)
  if (count === 0) return null
  return (
    <Note
      kind={others.some(({ state }) => state === 'bad') ? 'bad' : 'warn'}
      title={`${WORDS[count] ?? count} ${count === 1 ? 'thing' : 'things'} to look at.`}
      action={failed > 0 && <SendAgain failed={failed} />}
    >
      {failed > 0 && sentence(`${counted(failed, 'e-mail')} failed${failure && `: ${failure}`}`)}
      {others.map(({ name, detail }) => ` ${sentence(`${name}: ${detail}`)}`)}
    </Note>
  )
}

/** The same as Retry all failed in the mail log. */
function SendAgain({ failed }: { failed: number }) {
  const ask = useConfirm()
  const retry = useAction(api.mail.retry)
  return (
    <WriteButton
      variant="default"
      size="compact-sm"
      onClick={() =>
        void ask({
          question: `Send ${failed === 1 ? 'one failed e-mail' : `${failed} failed e-mails`} again?`,
          act: () => retry.run({ params: { id: 'all' }, body: { state: mailState.code.FAILED } }),
        })
      }
    >
      {failed === 1 ? 'Send it again' : `Send the ${failed} again`}
    </WriteButton>
  )
}
