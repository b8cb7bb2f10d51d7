import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LiveMember } from '#domain/meetings/contract.ts'
import { useRowDrafts } from '#web/lib/drafts/row_drafts.ts'
import { api } from '#web/lib/http/api.ts'
import { useLostAt } from '#web/lib/http/connection.ts'
import { type FailureKind, failureKind } from '#web/lib/http/failures.ts'
import { useAction } from '#web/lib/http/query.ts'
import { gradeOf, gradeText } from './grade.ts'

export type CurrentProposal = NonNullable<LiveMember['current']>

/** A grade as it is typed for a ballot, kept on this device until the server has it. */
interface TypedGrade {
  text: string
  proposal_id: number
  /** Give was pressed, and the server has not answered: the grade that it had then. */
  pressed?: { over: number | null }
}

/** A grade that did not arrive before its ballot ended. */
export interface LateGrade {
  text: string
  proposal_id: number
  why: string
}

/** Failures after which the grade is sent again: whether it arrived is not known. */
const SENT_AGAIN: readonly FailureKind[] = [
  'unreachable',
  'internal',
  'unavailable',
  'maintenance',
  'throttled',
]
/** Failures of someone who has left the discussion, to whom nothing is said of it. */
const LEFT: readonly FailureKind[] = ['forbidden', 'missing']
const AGAIN_MS = 2_000

/**
 * The viewer's grade in the open ballot. What is typed is kept on this device; what is given is sent until the server
 * acknowledges it or refuses it, also after the page was loaded again, but never over a grade given on another device since.
 */
export function useGiving(meeting_id: number, current: CurrentProposal | null) {
  const queries = useQueryClient()
  const drafts = useRowDrafts<TypedGrade>(`meetings/${meeting_id}/grades`)
  const [late, setLate] = useState<LateGrade | null>(null)
  const [attempt, setAttempt] = useState(0)
  const sending = useRef<string | null>(null)
  const isLost = useLostAt() !== null

  const ballot = current?.state === 'ballot' ? current.ballot : null
  const key = ballot === null ? null : String(ballot.id)
  const typed = key === null ? undefined : drafts.values[key]
  const mine = ballot?.mine ?? null
  const text = typed?.text ?? gradeText(mine ?? current?.before?.grade ?? null)

  const action = useAction(api.meetings.give, {
    success: false,
    refresh: false,
    own: [...SENT_AGAIN, ...LEFT, 'stale'],
    onRefused: ({ message }) => endLate(message),
    onDone: () => end(),
    onFault: (fault) => {
      const kind = failureKind(fault)
      if (SENT_AGAIN.includes(kind)) return
      if (kind === 'stale') endLate(fault.message)
      else end()
    },
  })
  function end() {
    if (sending.current !== null) drafts.markSaved([sending.current])
    void queries.invalidateQueries({
      queryKey: api.meetings.live.key({ params: { id: String(meeting_id) } }),
    })
  }
  function endLate(why: string): true {
    const one = sending.current === null ? undefined : drafts.values[sending.current]
    if (one) setLate({ text: one.text, proposal_id: one.proposal_id, why })
    end()
    return true
  }

  const [waiting] = Object.entries(drafts.values).filter(([, { pressed }]) => pressed !== undefined)
  const waitingKey = waiting?.[0]
  const waitingText = waiting?.[1].text
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once for each attempt
  useEffect(() => {
    if (!waiting || sending.current !== null) return
    const [key, one] = waiting
    const grade = gradeOf(one.text)
    const known = ballot !== null && String(ballot.id) === key
    if (grade === null || (known && mine === grade)) {
      drafts.markSaved([key])
      return
    }
    // Another device of the same member gave a grade since: the later one stays.
    if (known && mine !== one.pressed?.over) {
      drafts.setValues({ ...drafts.values, [key]: { text: one.text, proposal_id: one.proposal_id } })
      return
    }
    sending.current = key
    let timer: ReturnType<typeof setTimeout> | undefined
    void action
      .run({ params: { id: String(meeting_id) }, body: { ballot_id: Number(key), grade } })
      .then(() => {
        sending.current = null
        timer = setTimeout(() => setAttempt((n) => n + 1), AGAIN_MS)
      })
    return () => clearTimeout(timer)
  }, [waitingKey, waitingText, attempt, isLost, mine])

  // What was typed for a ballot that has ended is of no use.
  const old = Object.entries(drafts.values)
    .filter(([one, { pressed }]) => one !== key && pressed === undefined)
    .map(([one]) => one)
  const oldKeys = old.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each set of keys
  useEffect(() => {
    if (oldKeys && current) drafts.markSaved(oldKeys.split(' '))
  }, [oldKeys, current === null])

  const set = (one: TypedGrade) => key !== null && drafts.setValues({ ...drafts.values, [key]: one })
  return {
    /** The open ballot; null without one. */
    ballot,
    text,
    mine,
    /** Sent, and not acknowledged yet. */
    waiting: waitingKey !== undefined && waitingKey === key,
    late,
    forgetLate: () => setLate(null),
    type: (next: string) => current && set({ text: next, proposal_id: current.proposal_id }),
    give() {
      if (!current || gradeOf(text) === null || gradeOf(text) === mine) return
      set({ text, proposal_id: current.proposal_id, pressed: { over: mine } })
      drafts.draft.flush()
      setAttempt((n) => n + 1)
    },
  }
}
export type Giving = ReturnType<typeof useGiving>
