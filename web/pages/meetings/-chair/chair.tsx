import type { LiveChair } from '#domain/meetings/live_contract.ts'
import { useUser } from '#web/lib/session/session.ts'
import { LeaveGuard } from '#web/ui/forms/unsaved_work.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { useGiving } from '#web/ui/meeting/giving.ts'
import { LateGradeNote } from '#web/ui/meeting/own_ballot.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { MarkedActions, NextCard, WhoIsHere } from './between.tsx'
import classes from './chair.module.css'
import { DecisionCard } from './decision.tsx'
import { type Current, type DecisionDrafts, useDecision, useDecisionDrafts } from './decision_draft.ts'
import { Docket } from './docket.tsx'
import { MeetingActions, MeetingFacts } from './head.tsx'
import { NowCard } from './now.tsx'
import { whyInChair } from './texts.ts'

interface ChairFaceProps {
  live: LiveChair
  offset: number
}

/** An open meeting for who has the chair: the docket, the proposal that is on, the decision. */
export function ChairFace({ live, offset }: ChairFaceProps) {
  const { meeting, current, docket } = live
  const me = useUser().id
  const drafts = useDecisionDrafts(meeting.id)
  const inChair = whyInChair(live, me)
  return (
    <Page
      title={meeting.name}
      beside={<MeetingFacts live={live} offset={offset} />}
      actions={<MeetingActions live={live} />}
    >
      {inChair && <Note title={inChair}>The chair goes back by itself.</Note>}
      {live.break_since && (
        <Note kind="warn" title="The meeting is paused.">
          The clock stands still until you press Resume.
        </Note>
      )}
      {docket
        .filter(({ marked }) => marked)
        .map((item) => (
          <Note
            key={item.proposal_id}
            kind="warn"
            title={`${item.proposal_id}: a conflict of interest was declared after it was agreed.`}
            action={<MarkedActions live={live} item={item} />}
          >
            The median was computed again without that grade; the agreed score stays until you decide.
          </Note>
        ))}
      <div className={classes.hall}>
        <Docket live={live} offset={offset} />
        {current ? (
          <CurrentCards live={{ ...live, current }} offset={offset} drafts={drafts} />
        ) : (
          <>
            <WhoIsHere live={live} />
            <NextCard live={live} />
          </>
        )}
      </div>
      <LeaveGuard
        unsaved={() => Object.keys(drafts.values).length > 0}
        question="Scores or notes that you typed are not agreed yet. They are kept on this device and come back when you open the meeting again."
      />
    </Page>
  )
}

interface CurrentCardsProps {
  live: LiveChair & { current: Current }
  offset: number
  drafts: DecisionDrafts
}

function CurrentCards({ live, offset, drafts }: CurrentCardsProps) {
  const decision = useDecision(live.current, drafts)
  const giving = useGiving(live.meeting.id, live.current)
  return (
    <>
      <NowCard live={live} offset={offset} />
      <div className={classes.side}>
        <LateGradeNote giving={giving} />
        <DecisionCard live={live} decision={decision} giving={giving} />
      </div>
    </>
  )
}
