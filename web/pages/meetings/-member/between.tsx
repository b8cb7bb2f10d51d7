import type { LiveMember } from '#domain/meetings/live_contract.ts'
import { nextOf } from '#domain/meetings/rules.ts'
import { itemState } from '#domain/meetings/status.ts'
import { figure } from '#web/lib/format/format.ts'
import { DetailFields, Section } from '#web/ui/layout/section.tsx'

const { WAITING, AGREED } = itemState.code

/** While no proposal is on: who has the chair, who is expected, how far it is, and what comes. */
export function Between({ live: { chair, docket, ordered, here, people } }: { live: LiveMember }) {
  const next = ordered ? nextOf(docket) : undefined
  const agreed = docket.filter(({ state }) => state === AGREED)
  const waiting = docket.filter(({ state, track }) => state === WAITING && track === 'discussed')
  return (
    <Section title={agreed.length === 0 ? 'The meeting is about to begin' : 'No proposal is on'}>
      <DetailFields
        rows={[
          ['You', here ? 'here' : 'not counted as here'],
          ['Chair', chair ? chair.name : 'anyone of the office'],
          ['Here', names(people.filter((one) => one.here))],
          ['Not here yet', names(people.filter((one) => !one.here))],
          ordered && ['Next', next ? `${next.proposal_id}: ${next.title}` : 'nothing is left to discuss'],
          !ordered && [
            'To discuss',
            waiting.length === 0
              ? 'nothing'
              : `${waiting.map(({ proposal_id }) => proposal_id).join(', ')} (by ID)`,
          ],
          agreed.length > 0 && [
            'Agreed',
            agreed.map(({ proposal_id, score }) => `${proposal_id}: ${figure(score, 2)}`).join(', '),
          ],
        ]}
      />
    </Section>
  )
}

const names = (people: readonly { name: string }[]) => people.map(({ name }) => name).join(', ')
