import { Button } from '@mantine/core'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { StickyBar } from '#web/ui/layout/sticky_bar.tsx'
import type { Choice } from './-chosen.ts'
import { ConfirmButton } from './-confirm.tsx'
import type { Refusal } from './-refusal.tsx'
import { TotalsText } from './-totals_text.tsx'

interface PromiseBarProps {
  chosen: readonly AssignedRow[]
  /** The rows that nothing speaks against. */
  due: readonly AssignedRow[]
  /** How many of the chosen rows the list does not show now. */
  hidden: number
  choice: Choice
  term_id: string
  two: boolean
  refuse: (refusal: Refusal | null) => void
}

/** What is about to be promised, in sight wherever the list is scrolled to. */
export const PromiseBar = ({ chosen, due, hidden, choice, ...confirm }: PromiseBarProps) => (
  <StickyBar
    label="About to be promised"
    actions={
      <>
        {chosen.length > 0 ? (
          <Button variant="subtle" onClick={() => choice.setAll(chosen, false)}>
            Untick all
          </Button>
        ) : (
          due.length > 0 && (
            <Button variant="subtle" onClick={() => choice.setAll(due, true)}>
              {`Tick the ${due.length} that nothing speaks against`}
            </Button>
          )
        )}
        <ConfirmButton pairs={chosen} {...confirm} />
      </>
    }
  >
    <div role="status" aria-label="Totals">
      {chosen.length === 0 ? 'Nothing is ticked.' : <TotalsText of={chosen} />}
      {hidden > 0 && `; ${hidden} of them not in this view`}
    </div>
  </StickyBar>
)
