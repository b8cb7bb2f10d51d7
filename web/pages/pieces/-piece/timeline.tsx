import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { PieceDetail, PieceEvent } from '#domain/custody/pieces/contract.ts'
import { day } from '#web/lib/format/format.ts'
import { useHasRole } from '#web/lib/session/session.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { CorrectEvent, sentenceOf } from '#web/ui/custody/correct_event.tsx'
import { EventLine } from '#web/ui/custody/event_line.tsx'
import { Section } from '#web/ui/layout/section.tsx'

/** What follows from another event of the same moment and says nothing of its own. */
const isEcho = ({ kind }: PieceEvent) => kind === 'split_from' || kind === 'use'

/** What happened to the piece and its parts, newest first. */
export function Timeline({ piece }: { piece: PieceDetail }) {
  const [correcting, setCorrecting] = useState(false)
  const splits = piece.tree.length - 1
  const correctable = piece.events.some(
    (event) => event.piece === piece.address && event.why_not_counter === null,
  )
  return (
    <Section
      title="Timeline"
      aside={splits > 0 && `${piece.tree[0]!.name} and its ${splits === 1 ? 'split' : `${splits} splits`}`}
    >
      <EventLine
        label={`Events of ${piece.name}`}
        events={piece.events
          .filter((event) => !isEcho(event))
          .map((event) => ({
            key: `${event.piece} ${event.number}`,
            title: sentenceOf(piece, event),
            note: <EventNote event={event} />,
            countered: event.countered_by !== null,
          }))}
      />
      {correctable && (
        <WriteButton variant="default" size="compact-sm" mt="sm" onClick={() => setCorrecting(true)}>
          Correct an event
        </WriteButton>
      )}
      {correcting && <CorrectEvent pieces={[piece]} close={() => setCorrecting(false)} />}
    </Section>
  )
}

/** '2026-12-03, 健太 小林, loan L0121: typing error'. */
function EventNote({ event }: { event: PieceEvent }) {
  const custodian = useHasRole('admin', 'curation')
  const { at, by_name, second_name, loan_number, reason } = event
  return (
    <>
      {`${day(at)}, ${[by_name, second_name].filter(Boolean).join(' and ')}`}
      {loan_number && (
        <>
          {', loan '}
          {custodian ? (
            <ScreenLink inherit to={address('/loans/$id', { id: loan_number })}>
              {loan_number}
            </ScreenLink>
          ) : (
            loan_number
          )}
        </>
      )}
      {reason && `: ${reason}`}
    </>
  )
}
