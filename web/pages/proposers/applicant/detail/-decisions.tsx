import { Button, Kbd, Stack, Text } from '@mantine/core'
import { type ComponentType, useRef } from 'react'
import { address } from '#domain/address.ts'
import type { ApplicantDetail } from '#domain/applicants/contract.ts'
import { whyNotCancelReject, whyNotDecide, whyNotEdit } from '#domain/applicants/rules.ts'
import { type ApplicantStatus, NOT_REGISTERED, REGISTERED, REJECTED } from '#domain/applicants/status.ts'
import { termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { recallPage } from '#web/lib/lists/list_memory.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useAltShortcut } from '#web/lib/screen/shortcuts.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { WaitingDialog } from '#web/ui/dialogs/dialog.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { StickyBar } from '#web/ui/layout/sticky_bar.tsx'

/** The decisions that the office can make on an applicant, by its status. */
export function Decisions({ applicant }: { applicant: ApplicantDetail }) {
  const Decision = DECISIONS[applicant.status]
  return <Decision applicant={applicant} />
}

const REJECT_NO_MAIL = "REJECT (DON'T SEND MAIL)"

const Registered = () => (
  <div>
    <Button disabled>REGISTERED</Button>
  </div>
)

function Undecided({ applicant }: { applicant: ApplicantDetail }) {
  const { id, name, email, status, term, account_proposal } = applicant
  const go = useGo()
  const ask = useConfirm()
  const reject = useAction(api.applicants.reject)
  const rejectNoMail = useAction(api.applicants.rejectNoMail)
  const input = { params: { id } }
  const why = whyNotDecide(status, term)
  const whyNotRegister =
    why ?? (account_proposal && `${name} already has a proposal in ${termLabel(term.id)}.`)
  const { next, remaining } = useNextUndecided(id, term.id)
  const detailOf = (other: number) => address('/proposers/applicant/detail/$id', { id: other })
  const register = useAction(api.applicants.register, {
    next: () => next && { label: `Next: ${next.name}`, to: detailOf(next.id) },
  })
  const registerAndNext = useAction(api.applicants.register, {
    onDone: () => next && void go(detailOf(next.id)),
  })
  const nextButton = useRef<HTMLButtonElement>(null)
  useAltShortcut('R', () => nextButton.current?.click())
  /** Asks first; YES is the default, so that Alt+R and Enter register one applicant after the other. */
  const afterConfirmation = (act: () => Promise<unknown>) => async () => {
    const details = <RegistrationDetails applicant={applicant} />
    if (await ask({ question: `Register ${name}?`, details, defaultAnswer: 'yes' })) await act()
  }
  return (
    <StickyBar
      label="Decision"
      actions={
        <>
          <ButtonWithReason
            why={whyNotRegister}
            variant={next === null ? 'filled' : 'default'}
            onClick={afterConfirmation(() => register.run(input))}
          >
            REGISTER
          </ButtonWithReason>
          <ButtonWithReason
            saves={false}
            why={whyNotEdit(status, term, new Date())}
            variant="default"
            onClick={() => void go(address('/proposers/applicant/edit/$id', { id }))}
          >
            Edit
          </ButtonWithReason>
          <ButtonWithReason
            why={why}
            variant="default"
            onClick={() =>
              ask({
                question: `Reject ${name}?`,
                details: (
                  <Stack gap="xs">
                    {account_proposal && (
                      <Text size="sm">{`${name} already has a proposal in ${termLabel(term.id)}: ${account_proposal.title}. An e-mail that says their Notice was not accepted could be taken for a rejection of that proposal.`}</Text>
                    )}
                    <MailRecipients of={api.applicants.reject} to={{ applicant: [{ name, email }] }} />
                  </Stack>
                ),
                act: () => reject.run(input),
                ...(account_proposal && {
                  yes: 'Reject',
                  instead: { label: REJECT_NO_MAIL, act: () => rejectNoMail.run(input) },
                }),
              })
            }
          >
            Reject
          </ButtonWithReason>
          <ButtonWithReason
            why={why}
            variant="default"
            onClick={() =>
              ask({
                question: `Reject ${name}?`,
                details: <MailRecipients of={api.applicants.rejectNoMail} to={{}} />,
                act: () => rejectNoMail.run(input),
              })
            }
          >
            {REJECT_NO_MAIL}
          </ButtonWithReason>
          {next !== null && (
            <ButtonWithReason
              ref={nextButton}
              why={whyNotRegister}
              aria-keyshortcuts="Alt+R"
              onClick={afterConfirmation(() => registerAndNext.run(input))}
            >
              REGISTER and next
            </ButtonWithReason>
          )}
        </>
      }
    >
      {remaining === 0 ? 'No more applicants to register' : `${remaining} more to register`}
      {next !== null && (
        <Text span size="xs" c="dimmed" ml="sm" visibleFrom="sm">
          <Kbd size="xs">Alt</Kbd>+<Kbd size="xs">R</Kbd>: register and open the next
        </Text>
      )}
      <WaitingDialog open={register.pending || registerAndNext.pending} />
    </StickyBar>
  )
}

/** What REGISTER creates, and who gets which mail. */
const RegistrationDetails = ({
  applicant: { name, email, account, term, proposal_title },
}: {
  applicant: ApplicantDetail
}) => (
  <Stack gap="xs">
    <Text size="sm">
      {account === null
        ? `This creates a proposer account (ID: ${email}) and a draft proposal in ${termLabel(term.id)}: ${proposal_title}`
        : `This makes ${account} a proposer, who keeps the password, and creates a draft proposal in ${termLabel(term.id)}: ${proposal_title}`}
    </Text>
    <MailRecipients
      of={api.applicants.register}
      to={{ applicant: [{ name, email }] }}
      saying={account === null ? 'the ID and a temporary password' : 'how to sign in'}
    />
  </Stack>
)

function Rejected({ applicant: { id, name, status, term } }: { applicant: ApplicantDetail }) {
  const ask = useConfirm()
  const cancel = useAction(api.applicants.cancelReject)
  return (
    <div>
      <ButtonWithReason
        why={whyNotCancelReject(status, term)}
        variant="default"
        onClick={() =>
          ask({
            question: `Cancel the rejection of ${name}?`,
            details: (
              <>
                <Text size="sm" mb="xs">
                  The Notice is then Not Registered again.
                </Text>
                <MailRecipients of={api.applicants.cancelReject} to={{}} />
              </>
            ),
            act: () => cancel.run({ params: { id } }),
          })
        }
      >
        CANCEL REJECT
      </ButtonWithReason>
    </div>
  )
}

const DECISIONS: Record<ApplicantStatus, ComponentType<{ applicant: ApplicantDetail }>> = {
  [NOT_REGISTERED]: Undecided,
  [REGISTERED]: Registered,
  [REJECTED]: Rejected,
}

const MAX_LISTED = 100

/**
 * The next undecided applicant in the order of the last search, otherwise the first one, and the number of other
 * undecided applicants. Without a last search, the list is that of the applicant's term.
 */
function useNextUndecided(id: number, term_id: number) {
  const searched = recallPage('/proposers/applicant')?.query ?? { term_id: String(term_id) }
  const query = { ...searched, status: [String(NOT_REGISTERED)], page: 1, per_page: MAX_LISTED }
  const { data: undecided } = useCall(api.applicants.list, { query }, { keep: true })
  const rows = undecided?.data ?? []
  const at = rows.findIndex((row) => row.id === id)
  const next = rows[at + 1] ?? (at > 0 ? rows[0] : undefined) ?? null
  // Prefetches the next applicant.
  useCall(
    api.applicants.get,
    { params: { id: String(next?.id) } },
    { enabled: next !== null, staleTime: 30_000 },
  )
  return { next, remaining: (undecided?.total ?? 0) - (at < 0 ? 0 : 1) }
}
