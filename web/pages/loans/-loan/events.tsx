import { useState } from 'react'
import type { Loan } from '#domain/custody/loans/contract.ts'
import { time } from '#web/lib/format/format.ts'
import { HistoryLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { CorrectEvent } from '#web/ui/custody/correct_event.tsx'
import { EventLine } from '#web/ui/custody/event_line.tsx'
import { Section } from '#web/ui/layout/section.tsx'

/** The history of a loan and its pieces, newest first. A piece's event is corrected by a counter-event only. */
export function LoanEvents({ loan }: { loan: Loan }) {
  const [correcting, setCorrecting] = useState(false)
  const pieces = loan.piece_list.map(({ piece, name }) => ({ address: piece, name }))
  return (
    <Section title="Events" aside={<HistoryLink object="loan" id={loan.number} />}>
      <EventLine
        label={`Events of ${loan.number}`}
        events={loan.events.map(({ at, by, on_behalf, text, piece, number, countered }, place) => ({
          key: `${at} ${piece} ${number} ${loan.events.length - place}`,
          title: text,
          note: `${time(at)}, ${by}${on_behalf ? ` on behalf of ${loan.borrower_name}` : ''}`,
          countered,
        }))}
      />
      {pieces.length > 0 && (
        <div>
          <WriteButton variant="default" size="compact-sm" mt="sm" onClick={() => setCorrecting(true)}>
            Correct an event
          </WriteButton>
        </div>
      )}
      {correcting && <CorrectEvent pieces={pieces} close={() => setCorrecting(false)} />}
    </Section>
  )
}
