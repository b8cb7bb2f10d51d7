import { Checkbox, NumberInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import {
  type Limits,
  MAX_PER_PROPOSAL,
  MAX_PER_REVIEWER,
  type ReviewerGrid,
} from '#domain/assign_reviewers/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import classes from './limits.module.css'

interface LimitsProps {
  limits: ReviewerGrid['limits']
  term_id: string
  editable: boolean
}

/** The limits of a suggestion: check boxes, two with a number. They are saved at once, for everyone. */
export function LimitBoxes({ limits: read, term_id, editable }: LimitsProps) {
  const save = useAction(api.assignReviewers.saveLimits, { success: 'The limits have been saved.' })
  // What was saved here counts at once: the next change may come before the grid is read again.
  const [kept, keep] = useState(read)
  const limits = kept.version > read.version ? kept : read
  const change = async (changes: Partial<Limits>) => {
    const next = { ...limits, ...changes }
    const { version } = (await save.run({ query: { term_id }, body: next })) ?? {}
    if (version !== undefined) keep({ ...next, version })
  }
  const shared = { disabled: !editable || save.pending }
  return (
    // On a phone it scrolls sideways: whoever may not change them reaches it by keyboard too.
    <fieldset className={classes.limits} aria-label="Limits" tabIndex={editable ? undefined : 0}>
      <b aria-hidden>Limits</b>
      <Limit
        {...shared}
        label="Reports per proposal"
        checked={limits.per_proposal_on}
        set={(per_proposal_on) => void change({ per_proposal_on })}
      >
        <LimitNumber
          {...shared}
          label="Reports per proposal"
          value={limits.per_proposal}
          max={MAX_PER_PROPOSAL}
          set={(per_proposal) => void change({ per_proposal })}
        />
      </Limit>
      <Limit
        {...shared}
        label="Reports per reviewer"
        checked={limits.per_reviewer_on}
        set={(per_reviewer_on) => void change({ per_reviewer_on })}
      >
        <span className={classes.before}>profile, else</span>
        <LimitNumber
          {...shared}
          label="Reports per reviewer without a number in their profile"
          value={limits.per_reviewer}
          max={MAX_PER_REVIEWER}
          set={(per_reviewer) => void change({ per_reviewer })}
        />
      </Limit>
      <Limit
        {...shared}
        label="One per organisation"
        checked={limits.one_per_organisation}
        set={(one_per_organisation) => void change({ one_per_organisation })}
      />
      <Limit
        {...shared}
        label="Knows one of its methods"
        checked={limits.knows_method}
        set={(knows_method) => void change({ knows_method })}
      />
    </fieldset>
  )
}

interface LimitProps {
  label: string
  checked: boolean
  disabled: boolean
  set: (on: boolean) => void
  children?: ReactNode
}

const Limit = ({ label, checked, disabled, set, children }: LimitProps) => (
  <span className={classes.limit}>
    <Checkbox
      label={label}
      checked={checked}
      disabled={disabled}
      onChange={(event) => set(event.currentTarget.checked)}
    />
    {children}
  </span>
)

interface LimitNumberProps {
  label: string
  value: number
  max: number
  disabled: boolean
  set: (value: number) => void
}

/** A number that is saved when the field is left or Enter is pressed. */
function LimitNumber({ label, value, max, disabled, set }: LimitNumberProps) {
  const [typed, setTyped] = useState<{ text: string | number; of: number } | null>(null)
  // What someone else saved replaces what was typed for the value before.
  const shown = typed?.of === value ? typed.text : value
  const number = Number(shown)
  const valid = shown !== '' && Number.isInteger(number) && number >= 1 && number <= max
  return (
    <NumberInput
      aria-label={label}
      className={classes.number}
      hideControls
      allowDecimal={false}
      allowNegative={false}
      w={34}
      value={shown}
      disabled={disabled}
      error={!valid}
      title={valid ? undefined : `Enter a number from 1 to ${max}.`}
      onChange={(text) => setTyped({ text, of: value })}
      onBlur={() => (valid ? number !== value && set(number) : setTyped(null))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}
