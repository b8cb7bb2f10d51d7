import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState, useSyncExternalStore } from 'react'
import { figure } from '#web/lib/format/format.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { proposalText } from '../save/save_details.tsx'
import type { Place } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import classes from './suggest.module.css'
import { POLICY } from './suggest_dialog.tsx'
import {
  narrowed,
  servedByBand,
  type ToldProposal,
  tallyOf,
  toldOf,
  unservedOf,
} from './suggestion_summary.ts'
import type { Answer, Suggestions } from './use_suggestions.ts'

interface SuggestLineProps {
  model: GridModel
  suggestions: Suggestions
  /** Whether the person may tick, and so take suggestions over. */
  editable: boolean
  show: (place: Place) => void
}

/** What lies over the grid as suggestions, and what can be done with them; nothing while there are none. */
export const SuggestLine = ({ suggestions, ...rest }: SuggestLineProps) =>
  suggestions.answer && <Line {...rest} answer={suggestions.answer} dismiss={suggestions.dismiss} />

interface LineProps extends Omit<SuggestLineProps, 'suggestions'> {
  answer: Answer
  dismiss: () => void
}

function Line({ model, answer, editable, show, dismiss }: LineProps) {
  useSyncExternalStore(model.subscribe, model.state)
  const [telling, setTelling] = useState(false)
  const { open, taken, gone } = tallyOf(model)
  const why = editable ? null : 'The administration office alone assigns samples.'
  const unscored = answer.unserved.filter(({ proposal_id }) => {
    const row = model.ticks.rowOfProposal(proposal_id)
    return row !== undefined && model.rows[row]!.global_score === null
  }).length
  const unserved = answer.unserved.length - unscored
  const reasons = useRef<HTMLButtonElement>(null)
  function takeAll() {
    model.take(open)
    // The button that was pressed goes with what it takes.
    reasons.current?.focus()
  }
  return (
    <Group component="section" aria-label="Suggestions" gap="md" fz="sm">
      <Text span role="status" fz="sm">
        Suggested <b>{open.length}</b>
        {taken > 0 && `, ${taken} taken`}
        {gone > 0 && `, ${gone} ${gone === 1 ? 'does' : 'do'} not hold any more`}
        {`, ${unserved} ${unserved === 1 ? 'request' : 'requests'} unserved`}
        {unscored > 0 && `, and ${unscored} of proposals without a score`}
        {taken > 0 && model.unsaved > 0 && '. What is taken is ticked, and not saved yet.'}
      </Text>
      <Group gap="xs">
        {open.length > 0 && (
          <ButtonWithReason size="compact-xs" mih={24} variant="default" why={why} onClick={takeAll}>
            {`Take all ${open.length}`}
          </ButtonWithReason>
        )}
        <Button ref={reasons} size="compact-xs" mih={24} variant="default" onClick={() => setTelling(true)}>
          What is suggested and why
        </Button>
        <Button size="compact-xs" mih={24} variant="default" onClick={dismiss}>
          Dismiss
        </Button>
      </Group>
      <Checkbox
        label="Suggestions"
        checked={!model.layer.hidden}
        onChange={(event) => model.showSuggestions(event.currentTarget.checked)}
      />
      <WhyDialog open={telling} model={model} answer={answer} show={show} onClose={() => setTelling(false)} />
    </Group>
  )
}

interface WhyDialogProps {
  open: boolean
  model: GridModel
  answer: Answer
  /** Goes to a cell of the grid. */
  show: (place: Place) => void
  onClose: () => void
}

/** So many proposals at first, and more with each press. */
const FEW = 50

/** What is suggested and what is not, by proposal, each with its reason and the way to its cell. */
function WhyDialog({ open, onClose, ...rest }: WhyDialogProps) {
  const phone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false }) ?? false
  const [gone, setGone] = useState<Place | null>(null)
  return (
    <Modal
      opened={open}
      onClose={onClose}
      title={<b>What is suggested and why</b>}
      size="xl"
      fullScreen={phone}
      // Who goes to a cell is there and not back at the button.
      returnFocus={gone === null}
      onEnterTransitionEnd={() => setGone(null)}
      onExitTransitionEnd={() => gone && rest.show(gone)}
    >
      <Told
        {...rest}
        show={(place) => {
          setGone(place)
          onClose()
        }}
      />
    </Modal>
  )
}

function Told({ model, answer, show }: Omit<WhyDialogProps, 'open' | 'onClose'>) {
  const [text, setText] = useState('')
  const [most, setMost] = useState(FEW)
  const [unservedOnly, setUnservedOnly] = useState(false)
  const told = toldOf(model, answer)
  const all = narrowed(unservedOnly ? unservedOf(told) : told, text)
  return (
    <Stack gap="md">
      <Text size="sm">
        {POLICY[answer.policy].label}. Benefit of all {answer.items.length} together:{' '}
        {figure(answer.benefit, 1)}. Requests served, as it is ticked and with what is suggested:
      </Text>
      <dl className={classes.bands}>
        {servedByBand(model).map(({ label, before, after, requests }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {before} to <b>{after}</b> of {requests}
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
          setMost(FEW)
        }}
        data-autofocus
      />
      <Checkbox
        label={`Only what is not served: ${answer.unserved.length}`}
        checked={unservedOnly}
        onChange={(event) => {
          setUnservedOnly(event.currentTarget.checked)
          setMost(FEW)
        }}
      />
      <Text size="xs" c="dimmed" role="status">
        {all.length === 1 ? '1 proposal' : `${all.length} proposals`}
      </Text>
      <ol className={classes.told}>
        {all.slice(0, most).map((one) => (
          <OfProposal key={one.proposal.id} model={model} told={one} show={show} />
        ))}
      </ol>
      {all.length > most && (
        <Group>
          <Button variant="default" onClick={() => setMost(most + FEW)}>
            {`Show ${Math.min(FEW, all.length - most)} more`}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

interface OfProposalProps {
  model: GridModel
  told: ToldProposal
  show: (place: Place) => void
}

function OfProposal({ model, told: { proposal, row, suggested, unserved }, show }: OfProposalProps) {
  // Of a request for any there is no cell: its proposal's first is as good.
  const columnFor = (priority: number) => {
    const request = proposal.requested_samples.find((one) => one.priority === priority)
    return model.ticks.columnOfSample(request?.sample_id ?? 0) ?? 0
  }
  return (
    <li>
      <h3>{proposalText(proposal)}</h3>
      <ul>
        {suggested.map(({ sample_id, name, priority, reason, standing, place }) => (
          <li key={`${sample_id} ${priority}`}>
            {place && (
              <button type="button" className={classes.go} onClick={() => show(place)}>
                <SampleName asteroid={model.columns[place.column]!.db_type} name={name} />
              </button>
            )}{' '}
            {reason}
            {standing !== 'open' && (
              <span className={classes.state}>
                {standing === 'taken' ? '. Taken.' : `. Does not hold any more: ${standing.why}`}
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
            not served: {reason}
          </li>
        ))}
      </ul>
    </li>
  )
}
