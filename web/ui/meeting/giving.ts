import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Live, LiveMember } from '#domain/meetings/live_contract.ts'
import { useRowDrafts } from '#web/lib/drafts/row_drafts.ts'
import { api } from '#web/lib/http/api.ts'
import type { TaggedReply } from '#web/lib/http/calls.ts'
import { useLostAt } from '#web/lib/http/connection.ts'
import { type FailureKind, failureKind, isSessionExpired } from '#web/lib/http/failures.ts'
import { liveKeyOf } from '#web/lib/http/live.ts'
import { useAction } from '#web/lib/http/query.ts'
import { gradeOf, gradeText } from './grade.ts'

export type CurrentProposal = NonNullable<LiveMember['current']>

/** A grade as it is typed for a ballot, kept on this device until the server has it. */
interface TypedGrade {
  text: string
  proposal_id: number
  /** Of the ballot; absent before there is one. */
  number?: number
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
const AGAIN_MS = 1_000

const keyOf = (proposal_id: number, number: number) => `${proposal_id}.${number}`

/** The grade that the viewer has in an open ballot; undefined when it is not open. */
function givenIn(live: Live | undefined, key: string): number | null | undefined {
  if (!live || live.face === 'out' || live.current?.state !== 'ballot') return undefined
  const { ballot } = live.current
  return ballot && keyOf(live.current.proposal_id, ballot.number) === key ? ballot.mine : undefined
}

/**
 * The viewer's grade in the open ballot. What is typed is kept on this device; what is given is sent until the server
 * acknowledges it or refuses it, also after the page was loaded again, but never over a grade given on another device since.
 */
export function useGiving(meeting_id: number, current: CurrentProposal | null) {
  const queries = useQueryClient()
  const drafts = useRowDrafts<TypedGrade>(`meetings/${meeting_id}/grades`)
  const liveKey = liveKeyOf(api.meetings.live, { params: { id: String(meeting_id) } })
  const [late, setLate] = useState<LateGrade | null>(null)
  const [attempt, setAttempt] = useState(0)
  const sending = useRef<string | null>(null)
  const failedAt = useRef(0)
  const isLost = useLostAt() !== null

  const ballot = current?.state === 'ballot' ? current.ballot : null
  const key = !current || ballot === null ? null : keyOf(current.proposal_id, ballot.number)
  const typed = key === null ? undefined : drafts.values[key]
  const mine = ballot?.mine ?? null
  // What was typed while it was discussed, and not saved.
  const earlyKey = `before ${current?.proposal_id}`
  const early = drafts.values[earlyKey]?.text ?? gradeText(current?.before?.grade ?? null)
  const text = typed?.text ?? (mine === null ? early : gradeText(mine))

  const action = useAction(api.meetings.give, {
    success: false,
    refresh: false,
    own: [...SENT_AGAIN, ...LEFT, 'stale'],
    onRefused: ({ message }) => endLate(message),
    onDone: () => end(),
    onFault: (fault) => {
      const kind = failureKind(fault)
      failedAt.current = Date.now()
      // After signing in again this page sends it.
      if (SENT_AGAIN.includes(kind) || isSessionExpired(fault)) return
      if (kind === 'stale') endLate(fault.message)
      else end()
    },
  })
  function end() {
    if (sending.current !== null) drafts.markSaved([sending.current])
    void queries.invalidateQueries({ queryKey: liveKey })
  }
  function endLate(why: string): true {
    const one = sending.current === null ? undefined : drafts.values[sending.current]
    if (one) setLate({ text: gradeText(gradeOf(one.text)), proposal_id: one.proposal_id, why })
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
    const state = queries.getQueryState<TaggedReply<Live>>(liveKey)
    // After a failure the meeting is read first: what is sent again must not undo what happened since.
    if (failedAt.current > 0 && (state?.dataUpdatedAt ?? 0) <= failedAt.current) {
      const timer = setTimeout(() => setAttempt((n) => n + 1), AGAIN_MS)
      return () => clearTimeout(timer)
    }
    const given = givenIn(state?.data?.reply, key)
    if (grade === null || one.number === undefined || given === grade) {
      drafts.markSaved([key])
      return
    }
    // Another device of the same member gave a grade since: the later one stays.
    if (given !== undefined && given !== one.pressed?.over) {
      drafts.setValues({
        ...drafts.values,
        [key]: { text: one.text, proposal_id: one.proposal_id, number: one.number },
      })
      return
    }
    sending.current = key
    let timer: ReturnType<typeof setTimeout> | undefined
    void action
      .run({
        params: { id: String(meeting_id) },
        body: { proposal_id: one.proposal_id, number: one.number, grade },
      })
      .then(() => {
        sending.current = null
        timer = setTimeout(() => setAttempt((n) => n + 1), AGAIN_MS)
      })
    return () => clearTimeout(timer)
  }, [waitingKey, waitingText, attempt, isLost, mine])

  // What was typed for a ballot that has ended is of no use.
  const old = Object.entries(drafts.values)
    .filter(([one, { pressed }]) => one !== key && one !== earlyKey && pressed === undefined)
    .map(([one]) => one)
  const oldKeys = old.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each set of keys
  useEffect(() => {
    if (oldKeys && current) drafts.markSaved(oldKeys.split(' '))
  }, [oldKeys, current === null])

  const set = (one: TypedGrade, at = key) => at !== null && drafts.setValues({ ...drafts.values, [at]: one })
  const setInBallot = (one: Pick<TypedGrade, 'text' | 'pressed'>) =>
    current && ballot && set({ ...one, proposal_id: current.proposal_id, number: ballot.number })
  return {
    /** The private grade as it is typed before the ballot, which begins with it. */
    early: {
      text: early,
      type: (next: string) => current && set({ text: next, proposal_id: current.proposal_id }, earlyKey),
      markSaved: () => drafts.markSaved([earlyKey]),
    },
    /** The open ballot; null without one. */
    ballot,
    text,
    mine,
    /** Sent, and not acknowledged yet. */
    waiting: waitingKey !== undefined && waitingKey === key,
    late,
    forgetLate: () => setLate(null),
    type: (next: string) => setInBallot({ text: next }),
    give() {
      if (!current || gradeOf(text) === null || gradeOf(text) === mine) return
      setInBallot({ text, pressed: { over: mine } })
      drafts.draft.flush()
      setAttempt((n) => n + 1)
    },
  }
}
export type Giving = ReturnType<typeof useGiving>
