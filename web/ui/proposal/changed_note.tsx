import type { ProposalChanges } from '#domain/proposals/changes.ts'
import { day, time, zoneName } from '#web/lib/format/format.ts'
import { Note } from '../text/note.tsx'

/** 'Changed on 2026-11-22', beside a proposal that changed after its reviewer was asked. */
export const changedOn = ({ at }: ProposalChanges) => `Changed on ${day(time(at))}`

/** When the proposal changed after its reviewer was asked, and what. */
export const ChangedNote = ({ changes }: { changes: ProposalChanges | null }) =>
  changes && (
    <Note
      kind="info"
      title={`Changed on ${time(changes.at)} (${zoneName()}), after the review was requested`}
    >
      {`What has changed: ${changes.fields.join(', ')}.`}
    </Note>
  )
