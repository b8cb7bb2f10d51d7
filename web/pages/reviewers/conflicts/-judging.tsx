import { Button, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { FindingRef, FindingRow } from '#domain/conflicts/contract.ts'
import { questionOn } from '#domain/conflicts/questions.ts'
import type { FindingKind } from '#domain/conflicts/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { StickyBar } from '#web/ui/layout/sticky_bar.tsx'

/** What the office can do with findings. */
export interface Judging {
  pending: boolean
  block: (rows: readonly FindingRow[], reason: string) => Promise<unknown>
  allow: (rows: readonly FindingRow[], reason: string) => Promise<unknown>
  /** Asks first: it sends e-mails. */
  ask: (rows: readonly FindingRow[]) => Promise<unknown>
}

const refsOf = (rows: readonly FindingRow[]): FindingRef[] =>
  rows.map(({ user, proposal, kind, fingerprint }) => ({
    proposal_id: proposal.id,
    user_id: user.id,
    kind: kind as FindingKind,
    fingerprint,
  }))

export function useJudging(onDone: () => void): Judging {
  const confirm = useConfirm()
  const judge = useAction(api.conflicts.judge, { onDone })
  const question = useAction(api.conflicts.ask, { onDone })
  const send = (verdict: 'block' | 'allow') => (rows: readonly FindingRow[], reason: string) =>
    judge.run({ body: { findings: refsOf(rows), verdict, reason } })
  return {
    pending: judge.pending || question.pending,
    block: send('block'),
    allow: send('allow'),
    ask: (rows) =>
      confirm({
        question: rows.length === 1 ? `Ask ${rows[0]!.user.name}?` : `Send ${rows.length} questions?`,
        details: (
          <>
            {rows.length === 1 && (
              <Text size="sm" mb="xs">
                {`“${questionOn(rows[0]!.kind as FindingKind, rows[0]!.people).question}” The e-mail names neither the proposal nor a review.`}
              </Text>
            )}
            <MailRecipients of={api.conflicts.ask} to={{ asked: rows.map(({ user }) => user) }} />
          </>
        ),
        act: () => question.run({ body: { findings: refsOf(rows) } }),
      }),
  }
}

interface JudgeBarProps {
  rows: readonly FindingRow[]
  clear: () => void
  judging: Judging
  why: string | null
}

/** Judges all selected findings at once. */
export function JudgeBar({ rows, clear, judging, why }: JudgeBarProps) {
  const confirm = useConfirm()
  const [allowing, setAllowing] = useState(false)
  const [reason, setReason] = useState('')
  const count = rows.length === 1 ? '1 finding' : `${rows.length} findings`
  const block = () =>
    confirm({
      question: `Block ${count}?`,
      details: (
        <Text size="sm">
          A conflict of interest is recorded for each: {names(rows)}. They then see nothing of the reviews of
          those proposals and write none. No e-mail is sent.
        </Text>
      ),
      act: () => judging.block(rows, ''),
    })
  return (
    <StickyBar
      label="Judge the selected findings"
      actions={
        <>
          <Button variant="default" onClick={clear}>
            Clear
          </Button>
          <WriteButton variant="default" why={why} onClick={() => void judging.ask(rows)}>
            Ask
          </WriteButton>
          <WriteButton variant="default" why={why} onClick={() => setAllowing(true)}>
            Allow
          </WriteButton>
          <WriteButton why={why} onClick={() => void block()}>
            Block
          </WriteButton>
        </>
      }
    >
      {`${count} selected`}
      <Dialog open={allowing} message={<b>{`Allow ${count}?`}</b>} onClose={() => setAllowing(false)}>
        <Textarea
          label="Why these are no conflicts of interest"
          withAsterisk
          autosize
          minRows={2}
          maxRows={8}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <WriteButton
          mt="md"
          disabled={reason.trim() === '' || judging.pending}
          onClick={async () => {
            await judging.allow(rows, reason)
            setAllowing(false)
          }}
        >
          Allow
        </WriteButton>
      </Dialog>
    </StickyBar>
  )
}

const names = (rows: readonly FindingRow[]) =>
  rows.map(({ user, proposal }) => `${user.name} and ${proposal.id}`).join('; ')
