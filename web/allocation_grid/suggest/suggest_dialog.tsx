import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { useState } from 'react'
import {
  nearness,
  POLICIES,
  type Policy,
  priorityWeight,
  scoreWeight,
} from '#domain/allocation/suggest/policy.ts'
import { scoreBand } from '#domain/staff/status.ts'
import { figure } from '#web/lib/format/format.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { WorkProgress } from '#web/ui/grid/work_progress.tsx'
import classes from './suggest.module.css'
import type { Suggestions } from './use_suggestions.ts'

export function SuggestButton({ suggestions }: { suggestions: Suggestions }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBulb size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Suggest
      </Button>
      <SuggestDialog open={asking} suggestions={suggestions} onClose={() => setAsking(false)} />
    </>
  )
}

interface SuggestDialogProps {
  open: boolean
  suggestions: Suggestions
  onClose: () => void
}

/** Asks for the policy of the suggestion and waits for the result. */
function SuggestDialog({ open, suggestions, onClose }: SuggestDialogProps) {
  const [policy, setPolicy] = useState<Policy>('rank')
  const { pending, progress, ask, cancel } = suggestions
  const close = () => {
    cancel()
    onClose()
  }
  return (
    <Dialog open={open} onClose={close} message={<b>Suggest an allocation</b>} size="lg">
      <Stack gap="md">
        <Text size="sm">
          Existing and unsaved assignments are kept, also those of the other grids. A suggestion changes
          nothing until you accept it; it disappears when you dismiss it or reload.
        </Text>
        <Radio.Group
          label="Policy"
          value={policy}
          onChange={(value) => setPolicy(POLICIES.find((one) => one === value) ?? policy)}
        >
          <Stack gap="sm" mt="xs">
            {POLICIES.map((one) => (
              <Radio
                key={one}
                value={one}
                label={POLICY_TEXTS[one].label}
                description={POLICY_TEXTS[one].does}
                disabled={pending}
                data-autofocus={one === policy || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        <section aria-label="Benefit of a sample">
          <Text size="xs" c="dimmed" mb={2}>
            Benefit of a sample = score × priority × closeness
          </Text>
          <dl className={classes.weights}>
            {WEIGHTS.map(([factor, values]) => (
              <div key={factor}>
                <dt>{factor}</dt>
                <dd>{values}</dd>
              </div>
            ))}
          </dl>
        </section>
        {pending && <WorkProgress progress={progress} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={pending ? cancel : close}>
            Cancel
          </Button>
          <ButtonWithReason
            saves={false}
            why={pending ? 'A suggestion is being computed.' : null}
            onClick={async () => (await ask(policy)) && onClose()}
          >
            Suggest
          </ButtonWithReason>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** The label and the description of each policy. */
export const POLICY_TEXTS: Record<Policy, { label: string; does: string }> = {
  rank: {
    label: 'By rank, strictly',
    does: 'Proposal by proposal in the order of the grid, each request by priority. A sample that a scored proposal asks for by name is given for an Any request only if no other sample serves that request as completely.',
  },
  benefit: {
    label: 'Most benefit',
    does: 'The greatest total benefit over all proposals. A proposal may receive less where others gain more.',
  },
}

const roundedText = (value: number) => figure(Math.round(value * 100) / 100)
const listText = <T,>(all: readonly T[], say: (one: T) => string) => all.map(say).join(', ')

/** The factors of the benefit of a sample, with their values. */
const WEIGHTS: readonly (readonly [factor: string, values: string])[] = [
  [
    'Score',
    listText(scoreBand.codes, (code) => `${scoreBand.label(code)} ${roundedText(scoreWeight(code))}`),
  ],
  [
    'Priority',
    `${listText([1, 2, 3, 4], (one) => `${one}: ${roundedText(priorityWeight(one))}`)}, and so on`,
  ],
  [
    'Closeness',
    `as requested ${roundedText(nearness(0))}, half or twice that ${roundedText(nearness(Math.log(2)))}`,
  ],
]
