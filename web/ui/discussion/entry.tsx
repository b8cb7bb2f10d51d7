import { Text, Textarea, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Discussion, DiscussionEntry } from '#domain/discussions/contract.ts'
import { ENTRY_LENGTH, MAX_ENTRIES_AT_ONCE } from '#domain/discussions/rules.ts'
import { questionState } from '#domain/discussions/status.ts'
import { length, listNames } from '#domain/text.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useUser } from '#web/lib/session/session.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '../dialogs/confirm.tsx'
import { MailRecipients } from '../dialogs/mail_recipients.tsx'
import { FormDialog } from '../forms/endpoint_form.tsx'
import { Lines, Loaded } from '../layout/loaded.tsx'
import { StatusChip, Tag } from '../text/chips.tsx'
import classes from './discussion.module.css'

interface EntryProps {
  of: Discussion
  entry: DiscussionEntry
  isNew: boolean
}

/** One entry: who, when, the text, and what became of its question to the reviewers. */
export function Entry({ of: discussion, entry, isNew }: EntryProps) {
  const me = useUser()
  const { author, written_at, edited_at, withdrawn_at, question } = entry
  const withdrawn = withdrawn_at !== null
  const mine = author.id === me.id && !withdrawn && discussion.why_not_write === null
  return (
    <article className={classes.entry} data-new={isNew || undefined} aria-label={`Entry of ${author.name}`}>
      <header className={classes.who}>
        <b>
          <bdi>{author.name}</bdi>
        </b>
        <time dateTime={written_at} title={zoneName()} className={classes.quiet}>
          {time(written_at)}
        </time>
        {isNew && <Tag>New</Tag>}
        {question && (
          <StatusChip
            colour={questionState.colour(question.state)}
          >{`Question: ${questionState.label(question.state)}`}</StatusChip>
        )}
        {mine && <OwnActions of={discussion} entry={entry} />}
      </header>
      {withdrawn ? (
        <p className={classes.gone}>{`Withdrawn by its author, ${time(withdrawn_at)}`}</p>
      ) : (
        <p className={classes.text} dir="auto">
          {entry.text}
        </p>
      )}
      {entry.earlier_texts > 0 && (
        <EarlierTexts proposal_id={discussion.proposal_id} entry={entry}>
          {edited_at !== null && !withdrawn && `Edited ${time(edited_at)}, `}
        </EarlierTexts>
      )}
      {question && <Outcome of={question} />}
    </article>
  )
}

/** What became of a question: to whom it was sent in which words, or why it was not. */
function Outcome({ of: question }: { of: NonNullable<DiscussionEntry['question']> }) {
  const { state, words, reason, decided_by, decided_at, recipients } = question
  const { SENT, DECLINED } = questionState.code
  if (state !== SENT && state !== DECLINED) return null
  const by = `by ${decided_by}, ${time(decided_at)}`
  return (
    <div className={classes.outcome}>
      <span className={classes.quiet}>
        {state === SENT ? `Sent to ${listNames(recipients, recipients.length)} ${by}:` : `Declined ${by}:`}
      </span>
      <p className={classes.text} dir="auto">
        {state === SENT ? words : reason}
      </p>
    </div>
  )
}

interface OfEntryProps {
  of: Discussion
  entry: DiscussionEntry
}

/** The texts before the last edit; of a withdrawn entry all. Loaded when they are opened. */
function EarlierTexts({
  proposal_id,
  entry,
  children,
}: {
  proposal_id: number
  entry: DiscussionEntry
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const label = entry.earlier_texts === 1 ? 'earlier text' : `${entry.earlier_texts} earlier texts`
  return (
    <>
      <p className={classes.note}>
        {children}
        <UnstyledButton className={classes.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? `hide ${label}` : label}
        </UnstyledButton>
      </p>
      {open && <EarlierList proposal_id={proposal_id} entry={entry} />}
    </>
  )
}

function EarlierList({ proposal_id, entry: { number } }: { proposal_id: number; entry: DiscussionEntry }) {
  const query = useCall(
    api.discussions.earlier,
    { params: { id: proposal_id }, query: { number } },
    { own: ['forbidden', 'missing'] },
  )
  return (
    <Loaded query={query} skeleton={<Lines count={2} />}>
      {(texts) =>
        texts.map(({ edition, text, written_at }) => (
          <div key={edition} className={classes.outcome}>
            <span className={classes.quiet}>{`Written ${time(written_at)}:`}</span>
            <p className={classes.text} dir="auto">
              {text}
            </p>
          </div>
        ))
      }
    </Loaded>
  )
}

/** Edit and Withdraw, on one's own entries. */
function OwnActions({ of: discussion, entry }: OfEntryProps) {
  const ask = useConfirm()
  const withdraw = useAction(api.discussions.withdraw)
  const [editing, setEditing] = useState(false)
  const { number, version, question } = entry
  const waits = question?.state === questionState.code.WAITING
  return (
    <span className={classes.own}>
      <WriteButton size="compact-xs" variant="subtle" onClick={() => setEditing(true)}>
        Edit
      </WriteButton>
      <WriteButton
        size="compact-xs"
        variant="subtle"
        onClick={() =>
          ask({
            question: 'Withdraw this entry?',
            details: (
              <>
                <Text size="sm">
                  {`Its text is folded away, but stays readable as an earlier text.${waits ? ' Its question is not put to the reviewers.' : ''}`}
                </Text>
                <MailRecipients of={api.discussions.withdraw} to={{}} />
              </>
            ),
            yes: 'Withdraw',
            no: 'Cancel',
            act: () => withdraw.run({ params: { id: discussion.proposal_id }, body: { number, version } }),
          })
        }
      >
        Withdraw
      </WriteButton>
      {editing && <EditDialog of={discussion} entry={entry} close={() => setEditing(false)} />}
    </span>
  )
}

/** The values of an entry's form as the server has them now. */
async function loadEntry(id: number, number: number) {
  const { entries } = await api.discussions.get({ params: { id }, query: { last: MAX_ENTRIES_AT_ONCE } })
  const { text, version } = entries.find((entry) => entry.number === number)!
  return { number, text, version }
}

function EditDialog({
  of: { proposal_id: id },
  entry: { number, text, version },
  close,
}: OfEntryProps & { close: () => void }) {
  const form = useEndpointForm(api.discussions.edit, {
    initial: { number, text, version },
    input: { params: { id } },
    draft: `discussions/${id}/${number}`,
    conflict: { load: () => loadEntry(id, number) },
    onDone: close,
  })
  return (
    <FormDialog title="Edit this entry" form={form} close={close} submit="Save" size="lg">
      <Text size="sm">The earlier text stays readable, with the time of the change.</Text>
      <Textarea
        label="Text"
        autosize
        minRows={4}
        maxRows={18}
        data-autofocus
        description={`${length(form.fields.getValues().text)} / ${ENTRY_LENGTH}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.fields.getInputProps('text')}
      />
    </FormDialog>
  )
}
