import { Button, Checkbox, Group, Modal, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react'
import { figure } from '#web/lib/format/format.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import type { Place } from '#web/ui/grid/axes.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { proposalText } from '../save/save_details.tsx'
import type { GridModel } from '../state/model.ts'
import classes from './suggest.module.css'
import { POLICY_TEXTS } from './suggest_dialog.tsx'
import {
  countSuggestions,
  findByText,
  onlyUnserved,
  type ProposalSuggestions,
  servedByBand,
  suggestionsByProposal,
} from './suggestion_summary.ts'
import type { SuggestionAnswer, Suggestions } from './use_suggestions.ts'

interface SuggestionBarProps {
  model: GridModel
  suggestions: Suggestions
  /** The user can assign samples, and so accept suggestions. */
  editable: boolean
  show: (place: Place) => void
}

/** The suggestions over the grid and their actions; only the live region while there are none. */
export function SuggestionBar({ suggestions: { answer, dismiss }, ...rest }: SuggestionBarProps) {
  const { model } = rest
  useSyncExternalStore(model.subscribe, model.getVersion)
  const summary = answer && summaryOf(model, answer)
  return (
    <>
      {/* The live region exists before it has content, so that screen readers announce it. */}
      <VisuallyHidden role="status">{summary}</VisuallyHidden>
      {answer && <Bar {...rest} answer={answer} summary={summary} dismiss={dismiss} />}
    </>
  )
}

/** '55 suggestions · 6 requests cannot be met · 89 requests not considered (no score yet)'. */
function summaryOf(model: GridModel, { unserved: all }: SuggestionAnswer) {
  const { open, taken, gone } = countSuggestions(model)
  const unscored = all.filter(({ proposal_id }) => {
    const row = model.assignments.rowOfProposal(proposal_id)
    return row !== undefined && model.rows[row]!.global_score === null
  }).length
  const counts = joinDots([
    countText(open.length, 'suggestion', 'suggestions'),
    taken > 0 && `${taken} accepted`,
    gone > 0 && `${gone} no longer valid`,
    countText(all.length - unscored, 'request cannot be met', 'requests cannot be met'),
    unscored > 0 &&
      countText(unscored, 'request not considered (no score yet)', 'requests not considered (no score yet)'),
  ])
  return taken > 0 && model.unsaved > 0 ? `${counts}. Accepted suggestions are not saved yet.` : counts
}

interface BarProps extends Omit<SuggestionBarProps, 'suggestions'> {
  answer: SuggestionAnswer
  summary: ReactNode
  dismiss: () => void
}

function Bar({ model, answer, summary, editable, show, dismiss }: BarProps) {
  const [telling, setTelling] = useState(false)
  const { open, unscored: named } = countSuggestions(model)
  const why = editable ? null : 'Only the administration office can assign samples.'
  const reasons = useRef<HTMLButtonElement>(null)
  function takeAll() {
    model.takeSuggestions(open)
    // The pressed button disappears: move the focus.
    reasons.current?.focus()
  }
  return (
    <Group component="section" aria-label="Suggestions" gap="md" fz="sm">
      <Text span fz="sm">
        {summary}
      </Text>
      {named > 0 && (
        <Text span fz="sm" c="var(--ao-orange-text)">
          {`${countText(named, 'suggested sample is', 'suggested samples are')} asked for by name by proposals without a score`}
        </Text>
      )}
      <Group gap="xs">
        {open.length > 0 && (
          <ButtonWithReason
            saves={false}
            size="compact-xs"
            mih={24}
            variant="default"
            why={why}
            onClick={takeAll}
          >
            {`Accept all ${open.length}`}
          </ButtonWithReason>
        )}
        <Button ref={reasons} size="compact-xs" mih={24} variant="default" onClick={() => setTelling(true)}>
          Details and reasons
        </Button>
        <Button size="compact-xs" mih={24} variant="default" onClick={dismiss}>
          Dismiss
        </Button>
      </Group>
      <Checkbox
        label="Suggestions"
        checked={!model.suggestionLayer.hidden}
        onChange={(event) => model.showSuggestions(event.currentTarget.checked)}
      />
      <ReasonsDialog
        open={telling}
        model={model}
        answer={answer}
        show={show}
        onClose={() => setTelling(false)}
      />
    </Group>
  )
}

const countText = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`
const joinDots = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(' · ')

interface ReasonsDialogProps {
  open: boolean
  model: GridModel
  answer: SuggestionAnswer
  /** Goes to a cell of the grid. */
  show: (place: Place) => void
  onClose: () => void
}

/** Proposals shown at first and added with each click. */
const PAGE = 50

/** The suggestions and the unserved requests by proposal, each with its reason and a button to its cell. */
function ReasonsDialog({ open, onClose, ...rest }: ReasonsDialogProps) {
  const phone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false }) ?? false
  const [gone, setGone] = useState<Place | null>(null)
  return (
    <Modal
      opened={open}
      onClose={onClose}
      title={<b>Details and reasons</b>}
      size="xl"
      fullScreen={phone}
      // The focus goes to the chosen cell, not back to the button.
      returnFocus={gone === null}
      onEnterTransitionEnd={() => setGone(null)}
      onExitTransitionEnd={() => gone && rest.show(gone)}
    >
      <ReasonsList
        {...rest}
        show={(place) => {
          setGone(place)
          onClose()
        }}
      />
    </Modal>
  )
}

function ReasonsList({ model, answer, show }: Omit<ReasonsDialogProps, 'open' | 'onClose'>) {
  const [text, setText] = useState('')
  const [most, setMost] = useState(PAGE)
  const [unservedOnly, setUnservedOnly] = useState(false)
  const groups = suggestionsByProposal(model, answer)
  const all = findByText(unservedOnly ? onlyUnserved(groups) : groups, text)
  return (
    <Stack gap="md">
      <Text size="sm">
        {POLICY_TEXTS[answer.policy].label}. Benefit of all {answer.items.length} suggestions:{' '}
        {figure(answer.benefit, 1)}. Requests met: now → with suggestions
      </Text>
      <dl className={classes.bands}>
        {servedByBand(model).map(({ label, before, after, requests }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {before} → <b>{after}</b> of {requests}
            </dd>
          </div>
        ))}
      </dl>
      <TextInput
        aria-label="Find a proposal, a sample or a reason"
        placeholder="Find a proposal, a sample or a reason"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setMost(PAGE)
        }}
        data-autofocus
      />
      <Checkbox
        label={`Only requests that are not met: ${answer.unserved.length}`}
        checked={unservedOnly}
        onChange={(event) => {
          setUnservedOnly(event.currentTarget.checked)
          setMost(PAGE)
        }}
      />
      <Text size="xs" c="dimmed" role="status">
        {all.length === 1 ? '1 proposal' : `${all.length} proposals`}
      </Text>
      <ol className={classes.told}>
        {all.slice(0, most).map((one) => (
          <ProposalItem key={one.proposal.id} model={model} group={one} show={show} />
        ))}
      </ol>
      {all.length > most && (
        <Group>
          <Button variant="default" onClick={() => setMost(most + PAGE)}>
            {`Show ${Math.min(PAGE, all.length - most)} more`}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

interface ProposalItemProps {
  model: GridModel
  group: ProposalSuggestions
  show: (place: Place) => void
}

function ProposalItem({ model, group: { proposal, row, suggested, unserved }, show }: ProposalItemProps) {
  // A request for any has no cell of its own: go to the first cell of its proposal.
  const columnFor = (priority: number) => {
    const request = proposal.requested_samples.find((one) => one.priority === priority)
    return model.assignments.columnOfSample(request?.sample_id ?? 0) ?? 0
  }
  return (
    <li>
      <h3>{proposalText(proposal)}</h3>
      <ul>
        {suggested.map(({ sample_id, name, priority, reason, unscored, status, place }) => (
          <li key={`${sample_id} ${priority}`}>
            {place && (
              <button type="button" className={classes.go} onClick={() => show(place)}>
                <SampleName asteroid={model.columns[place.column]!.db_type} name={name} />
              </button>
            )}{' '}
            {reason}
            {unscored.length > 0 && (
              <>
                {' '}
                <span className={classes.mark}>{`Asked for by ${unscored.join(', ')} (no score yet)`}</span>
              </>
            )}
            {status !== 'open' && (
              <span className={classes.state}>
                {status === 'taken' ? '. Accepted.' : `. No longer valid: ${status.why}`}
              </span>
            )}
          </li>
        ))}
        {unserved.map(({ priority, reason }) => (
          <li key={`unserved ${priority}`}>
            <button
              type="button"
              className={classes.go}
              onClick={() => show({ row, column: columnFor(priority) })}
            >
              {`Priority ${priority}`}
            </button>{' '}
            not met: {reason}
          </li>
        ))}
      </ul>
    </li>
  )
}
