import { Button, Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { time } from '#web/lib/format/format.ts'
import {
  type Difference,
  defaultSide,
  diffTexts,
  type Side,
  type VersionConflict,
} from '#web/lib/forms/version_conflict.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import classes from './version_conflict_dialog.module.css'

interface VersionConflictDialogProps {
  stale: VersionConflict | null
  /** The label of a field on the screen; null if it is not shown. */
  labelOf: (field: string) => string | null
}

/** Shows both sides of a version conflict; the user chooses for each field. */
export const VersionConflictDialog = ({ stale, labelOf }: VersionConflictDialogProps) => (
  <Dialog
    open={stale !== null}
    size="xl"
    message={stale && `${stale.saved_by} saved this on ${time(stale.saved_at)}, after you opened it.`}
    onClose={stale?.close}
  >
    {stale && <ConflictChoices key={stale.saved_at} stale={stale} labelOf={labelOf} />}
  </Dialog>
)

function ConflictChoices({
  stale,
  labelOf,
}: {
  stale: VersionConflict
  labelOf: VersionConflictDialogProps['labelOf']
}) {
  const { differences, labels, saved_by } = stale
  const [sides, setSides] = useState<Record<string, Side>>(() =>
    Object.fromEntries(differences.map((one) => [one.field, defaultSide(one)])),
  )
  const all = (side: Side) => setSides(Object.fromEntries(differences.map(({ field }) => [field, side])))
  const theirs = differences.every(({ field }) => sides[field] === 'theirs')
  return (
    <Stack gap="md">
      <Text size="sm">What you typed is still in the form. Choose for each field what is to stand.</Text>
      {differences.length > 1 && (
        <Group gap="sm">
          <Button variant="default" size="compact-sm" onClick={() => all('mine')}>
            All of mine
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => all('theirs')}>
            All of theirs
          </Button>
        </Group>
      )}
      {differences.map((difference) => (
        <Field
          key={difference.field}
          label={labels[difference.field] ?? labelOf(difference.field) ?? difference.field}
          difference={difference}
          saved_by={saved_by}
          side={sides[difference.field]!}
          choose={(side) => setSides({ ...sides, [difference.field]: side })}
        />
      ))}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={stale.close}>
          Cancel
        </Button>
        <Button onClick={() => stale.choose(sides)}>{theirs ? 'Take theirs' : 'Save'}</Button>
      </Group>
    </Stack>
  )
}

interface FieldProps {
  label: string
  difference: Difference
  saved_by: string
  side: Side
  choose: (side: Side) => void
}

const CHANGED = { mine: 'You changed it.', theirs: 'You did not change it.', both: 'Both changed it.' }

/** A field's two values side by side, with the difference marked. */
function Field({ label, difference: { mine, theirs, by }, saved_by, side, choose }: FieldProps) {
  const parts = diffTexts(mine, theirs)
  return (
    <Radio.Group
      label={label}
      description={by && CHANGED[by]}
      value={side}
      onChange={(value) => choose(value as Side)}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt={6}>
        {(['mine', 'theirs'] as const).map((of) => (
          <div key={of} className={classes.side} data-chosen={side === of || undefined}>
            <Radio value={of} label={of === 'mine' ? 'Yours' : `As ${saved_by} saved it`} />
            <div className={classes.text}>
              <MarkedText {...parts[of]} />
            </div>
          </div>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}

const MarkedText = ({ before, differs, after }: ReturnType<typeof diffTexts>['mine']) =>
  before + differs + after === '' ? (
    'Empty'
  ) : (
    <>
      {before}
      {differs && <mark>{differs}</mark>}
      {after}
    </>
  )
