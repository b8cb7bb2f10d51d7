import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { figure } from '#web/lib/format/format.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import type { Place } from '../change.ts'
import type { GridModel } from '../model.ts'
import { proposalText } from '../saved_words.ts'
import { POLICY } from './policies.ts'
import classes from './suggest.module.css'
import { narrowed, servedByBand, type ToldProposal, toldOf, unservedOf } from './told.ts'
import type { Answer } from './use_suggestions.ts'

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
export function WhyDialog({ open, onClose, ...rest }: WhyDialogProps) {
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
