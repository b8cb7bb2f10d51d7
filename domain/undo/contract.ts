import { z } from 'zod'
import { office } from '../access.ts'
import { byId, get, instant, Outcome, PendingAct, post, put } from '../endpoint.ts'
import { keptActState } from './status.ts'

/** An act that waits, was refused or is held; one's own stays listed for a minute when it is done. */
export const KeptAct = PendingAct.extend({
  state: z.literal(keptActState.codes),
  /** What was done, or why not; null while it waits. */
  outcome: z.string().nullable(),
  /** Set for a time by the office, instead of waiting to be undone. */
  scheduled: z.boolean(),
  by: z.object({ id: z.number(), name: z.string() }),
  pressed_at: instant,
})
export type KeptAct = z.infer<typeof KeptAct>

/** The kept acts of the office, without those on proposals that the viewer has a conflict with. */
export const undo = {
  list: get('/api/undo', office, {
    summary: 'Lists the acts that can still be undone, or that were refused or held.',
    reply: z.array(KeptAct),
  }),
  undo: post('/api/undo/:id', office, {
    summary: 'Undoes an act that is not carried out yet.',
    params: byId,
    reply: Outcome,
  }),
  /** Carries out again what was refused or held, in the name of who asks for it. */
  resume: put('/api/undo/resume/:id', office, {
    summary: 'Carries out an act again that was refused or held, in the name of the caller.',
    params: byId,
    reply: Outcome,
  }),
  dismiss: put('/api/undo/dismiss/:id', office, {
    summary: 'Drops an act that was refused or held.',
    params: byId,
    reply: Outcome,
  }),
}
