import { Button, Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import type { Inventory, Unanswered } from '#domain/custody/inventories/contract.ts'
import { listNames } from '#domain/text.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { InventoryAnswerFor } from '#web/ui/custody/inventory_answer.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { MailRecipients } from '#web/ui/dialogs/mail_recipients.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import classes from './inventory.module.css'

const keyOf = ({ user_id, name }: Unanswered) => String(user_id ?? name)
const isChosenAtFirst = ({ user_id, reminded_today }: Unanswered) => user_id !== null && !reminded_today
const times = (n: number) => (n === 0 ? 'never' : n === 1 ? 'once' : `${n} times`)
const holders = (n: number) => (n === 1 ? '1 holder' : `${n} holders`)

/** Who has not answered for all of their pieces. Those who were reminded today are not selected. */
export function UnansweredHolders({ inventory }: { inventory: Inventory }) {
  const { unanswered, counts, closed_at, may_act, next_reminder } = inventory
  const [changed, change] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [preview, setPreview] = useState<Unanswered | null>(null)
  const [answering, answer] = useState<Unanswered | null>(null)
  const ask = useConfirm()
  const remind = useAction(api.inventories.remind)
  const isChosen = (row: Unanswered) =>
    row.user_id !== null && !row.reminded_today && (changed.get(keyOf(row)) ?? isChosenAtFirst(row))
  const chosen = unanswered.filter(isChosen)
  const today = unanswered.filter(({ reminded_today }) => reminded_today).map(({ name }) => name)
  const open = closed_at === null && may_act
  const send = () =>
    ask({
      question: `Remind ${holders(chosen.length)} of ${inventory.name}?`,
      details: <MailRecipients of={api.inventories.remind} to={{ holder: chosen }} saying="their pieces" />,
      yes: 'REMIND',
      act: () =>
        remind.run({
          params: { id: inventory.id },
          body: { user_ids: chosen.flatMap(({ user_id }) => user_id ?? []) },
        }),
    })
  return (
    <Section
      title="Not answered"
      flush
      aside={`${holders(unanswered.length)}, ${counts.not_answered === 1 ? '1 piece' : `${counts.not_answered} pieces`}`}
    >
      <div className={classes.head} aria-hidden>
        <span />
        <span>Holder</span>
        <span>Answered</span>
        <span>Reminded</span>
      </div>
      <ul className={classes.holders}>
        {unanswered.map((row) => (
          <li key={keyOf(row)}>
            {open ? (
              <Checkbox
                size="xs"
                aria-label={`Remind ${row.name}`}
                checked={isChosen(row)}
                disabled={row.user_id === null || row.reminded_today}
                onChange={({ currentTarget }) =>
                  change(new Map([...changed, [keyOf(row), currentTarget.checked]]))
                }
              />
            ) : (
              <span />
            )}
            <div>
              <span className={classes.holder}>{row.name}</span>
              <span className={classes.small}>{row.user_id === null ? 'no account' : row.affiliation}</span>
            </div>
            {open ? (
              <Button
                size="compact-xs"
                variant="subtle"
                title="Answer on their behalf"
                aria-label={`${row.answered} of ${row.pieces}: answer on behalf of ${row.name}`}
                onClick={() => answer(row)}
              >
                {`${row.answered} of ${row.pieces}`}
              </Button>
            ) : (
              <span>{`${row.answered} of ${row.pieces}`}</span>
            )}
            <span className={classes.small}>{times(row.reminders)}</span>
          </li>
        ))}
      </ul>
      {open && (
        <>
          <div className={classes.remind}>
            <WriteButton
              why={chosen.length === 0 ? 'Select who is to be reminded.' : null}
              loading={remind.pending}
              onClick={send}
            >
              {`Remind ${holders(chosen.length)}`}
            </WriteButton>
            <Button
              variant="default"
              disabled={chosen.length === 0}
              onClick={() => setPreview(chosen[0] ?? null)}
            >
              Preview
            </Button>
          </div>
          <Text className={classes.note}>
            {`Next automatic reminder: ${next_reminder}.${today.length > 0 ? ` ${listNames(today, 3)} ${today.length === 1 ? 'was' : 'were'} reminded today.` : ''}`}
          </Text>
        </>
      )}
      <Dialog
        open={preview !== null}
        onClose={() => setPreview(null)}
        message={preview && `The reminder to ${preview.name}`}
        size="lg"
      >
        {preview?.user_id != null && <ReminderText id={inventory.id} user_id={preview.user_id} />}
      </Dialog>
      <Dialog
        open={answering !== null}
        onClose={() => answer(null)}
        message={answering && `Answer on behalf of ${answering.name}`}
        size="lg"
      >
        {answering && (
          <InventoryAnswerFor
            id={inventory.id}
            user_id={answering.user_id ?? undefined}
            close={() => answer(null)}
          />
        )}
      </Dialog>
    </Section>
  )
}

function ReminderText({ id, user_id }: { id: number; user_id: number }) {
  const query = useCall(api.inventories.reminder, { params: { id }, query: { user_id } })
  return (
    <Loaded query={query}>
      {({ subject, text }) => (
        <>
          <Text fw={600}>{subject}</Text>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
            {text}
          </Text>
        </>
      )}
    </Loaded>
  )
}
