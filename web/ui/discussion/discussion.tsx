import { Button, Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Discussion as DiscussionData, DiscussionEntry } from '#domain/discussions/contract.ts'
import { ENTRIES_AT_ONCE, ENTRY_LENGTH, MAX_ENTRIES_AT_ONCE } from '#domain/discussions/rules.ts'
import { length } from '#domain/text.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { failureKind } from '#web/lib/http/failures.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useIsOffice, useIsReadOnly, useUser } from '#web/lib/session/session.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { EndpointForm } from '../forms/endpoint_form.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { InlineMessage } from '../layout/message.tsx'
import { EmptyState, Note } from '../text/note.tsx'
import classes from './discussion.module.css'
import { Entry } from './entry.tsx'
import { QuestionActions } from './question.tsx'

/** How often a discussion that is shown is read again. */
const AGAIN_MS = 15_000
/** Further entries that 'Show earlier' brings. */
const MORE = 200

/** The keys of all that says what is new. */
const READINGS = ['discussions'] as const

const inputOf = (id: number, last = ENTRIES_AT_ONCE) => ({ params: { id }, query: { last } })

/** How much is written about a proposal: '3 new', or the number of entries; undefined where it is not known, or nothing is. */
export function useDiscussionCount(proposal_id: number, enabled: boolean): string | number | undefined {
  const { data } = useCall(api.discussions.get, inputOf(proposal_id), {
    enabled,
    own: ['forbidden', 'missing'],
  })
  if (!data) return undefined
  return data.unread > 0 ? `${data.unread} new` : data.count || undefined
}

/** The discussion of a proposal among panel and office: reads itself, and says so where it is not shown. */
export function Discussion({ proposal_id }: { proposal_id: number }) {
  const [last, setLast] = useState(ENTRIES_AT_ONCE)
  const query = useCall(api.discussions.get, inputOf(proposal_id, last), {
    again: AGAIN_MS,
    keep: true,
    own: ['forbidden', 'missing'],
  })
  if (['forbidden', 'missing'].includes(failureKind(query.error)))
    return <EmptyState title="The discussion is not shown to you." />
  return (
    <Loaded query={query}>
      {(discussion) =>
        discussion.why_hidden === null ? (
          <Thread
            key={discussion.proposal_id}
            of={discussion}
            more={() => setLast(Math.min(last + MORE, MAX_ENTRIES_AT_ONCE))}
            loading={query.isPlaceholderData}
          />
        ) : (
          <EmptyState title="The discussion is not shown to you yet.">{discussion.why_hidden}</EmptyState>
        )
      }
    </Loaded>
  )
}

/** Tells the server that the entries have been shown; not while impersonating. */
function useMarkSeen({ proposal_id, seen_number, entries, unread }: DiscussionData) {
  const queries = useQueryClient()
  const readOnly = useIsReadOnly()
  const told = useRef(seen_number)
  const newest = entries.at(-1)?.number ?? 0
  useEffect(() => {
    if (readOnly || unread === 0 || newest <= told.current) return
    told.current = newest
    // What cannot be told now is told when the discussion is shown again.
    void api.discussions
      .seen({ params: { id: proposal_id }, body: { number: newest } })
      .then(() => queries.invalidateQueries({ queryKey: READINGS }))
      .catch(() => {})
  }, [readOnly, unread, newest, proposal_id, queries])
}

interface ThreadProps {
  of: DiscussionData
  more: () => void
  loading: boolean
}

function Thread({ of: discussion, more, loading }: ThreadProps) {
  const me = useUser()
  const office = useIsOffice()
  // The marks of what is new stay while the discussion is open.
  const [seen] = useState(discussion.seen_number)
  useMarkSeen(discussion)
  const { proposal_id, entries, before, waiting, count } = discussion
  const isNew = ({ number, author, withdrawn_at }: DiscussionEntry) =>
    number > seen && author.id !== me.id && withdrawn_at === null
  return (
    <section className={classes.card} aria-label="Discussion">
      <header className={classes.head}>
        <Text component="span" c="dimmed" size="sm">
          {count === 0 ? 'No entry yet' : count === 1 ? 'One entry' : `${count} entries`}
        </Text>
        <Follow of={discussion} />
      </header>
      {office &&
        waiting.map((entry) => (
          <div key={entry.number} className={classes.waiting}>
            <Note
              kind="warn"
              title={`${entry.author.name} has a question for the reviewers.`}
              action={<QuestionActions of={discussion} entry={entry} />}
            >
              <span className={classes.excerpt}>{entry.text}</span>
            </Note>
          </div>
        ))}
      {before > 0 && (
        <div className={classes.earlier}>
          <Button variant="default" size="compact-sm" loading={loading} onClick={more}>
            {`Show earlier entries (${before.toLocaleString('en')})`}
          </Button>
        </div>
      )}
      {entries.length === 0 && (
        <EmptyState title="Nothing has been written yet.">
          Members of panel and office without a conflict of interest discuss the proposal here.
        </EmptyState>
      )}
      {entries.map((entry) => (
        <Entry key={entry.number} of={discussion} entry={entry} isNew={isNew(entry)} />
      ))}
      <InlineMessage />
      {discussion.why_not_write === null ? (
        <Compose key={proposal_id} of={discussion} />
      ) : (
        <Text className={classes.closed} size="sm" c="dimmed">
          {discussion.why_not_write}
        </Text>
      )}
    </section>
  )
}

/** Begins or ends to follow: 'Follow', 'Unfollow'. */
function Follow({ of: { proposal_id, follows } }: { of: DiscussionData }) {
  const follow = useAction(api.discussions.follow)
  return (
    <div className={classes.follow}>
      <Text component="span" size="xs" c="dimmed">
        {follows
          ? 'You get an e-mail a day at most when there are new entries.'
          : 'You are not e-mailed about new entries.'}
      </Text>
      <WriteButton
        variant="default"
        size="compact-sm"
        loading={follow.pending}
        onClick={() => follow.run({ params: { id: proposal_id }, body: { follow: !follows } })}
      >
        {follows ? 'Unfollow' : 'Follow'}
      </WriteButton>
    </div>
  )
}

const BLANK = { text: '', to_reviewers: false, follow: false }

/** The form for a new entry; what is typed is kept on the device. */
function Compose({ of: { proposal_id, follows } }: { of: DiscussionData }) {
  const form = useEndpointForm(api.discussions.write, {
    initial: BLANK,
    input: { params: { id: proposal_id } },
    draft: `discussions/${proposal_id}`,
    valuesAfterSave: () => BLANK,
  })
  return (
    <div className={classes.compose}>
      <EndpointForm
        form={form}
        footer={
          <div className={classes.add}>
            <WriteButton type="submit" loading={form.waiting}>
              Add entry
            </WriteButton>
            <Text component="span" size="xs" c="dimmed">
              Read by panel and office without a conflict of interest, never by proposers or reviewers.
            </Text>
          </div>
        }
      >
        <Stack gap="xs">
          <Textarea
            label="New entry"
            autosize
            minRows={3}
            maxRows={16}
            description={`${length(form.fields.getValues().text)} / ${ENTRY_LENGTH}`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.fields.getInputProps('text')}
          />
          <Checkbox
            label="This is a question to the reviewers"
            description="The office words it and e-mails it to the reviewers it chooses, or declines it."
            {...form.fields.getInputProps('to_reviewers', { type: 'checkbox' })}
          />
          {!follows && (
            <Checkbox
              label="Follow this discussion"
              description="At most one e-mail a day, with the number of new entries."
              {...form.fields.getInputProps('follow', { type: 'checkbox' })}
            />
          )}
        </Stack>
      </EndpointForm>
    </div>
  )
}
