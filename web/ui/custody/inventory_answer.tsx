import { Button, Checkbox, NativeSelect, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  formatAmount,
  formatDifference,
  parseAmount,
  type Unit,
  writeAmount,
  writtenUnit,
} from '#domain/custody/amounts.ts'
import type { HeldEntry, OwnInventory } from '#domain/custody/inventories/contract.ts'
import { CONDITION_NAMES, CONDITIONS, type Condition, QUESTIONS } from '#domain/custody/inventories/status.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { WriteButton } from '../actions/write_button.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { Section } from '../layout/section.tsx'
import { SampleName } from '../text/asteroid.tsx'
import { Note } from '../text/note.tsx'
import { ActForm } from './acts/parts.tsx'
import { AmountField } from './amount_field.tsx'
import classes from './inventory_answer.module.css'

interface PieceValues {
  /** '' while it is not answered for now. */
  there: '' | 'there' | 'not_there'
  /** As typed, in mg or Pa. */
  found: string
  condition: Condition
  remark: string
}
interface UnlistedValues {
  what: string
  unit: Unit
  found: string
  remark: string
}
interface Values {
  pieces: Record<string, PieceValues>
  unlisted: UnlistedValues[]
}

const typed = (amount: number | null) => (amount === null ? '' : writeAmount(amount))
const amountOf = (unit: Unit, text: string) =>
  text.trim() === '' ? undefined : (parseAmount(unit, text) ?? -1)

const initialOf = (inventory: OwnInventory): Values => ({
  pieces: Object.fromEntries(
    inventory.entries.map((entry) => [
      entry.address,
      {
        there: entry.question ? '' : (entry.answer ?? ''),
        found: entry.question ? '' : typed(entry.found),
        condition: entry.condition,
        remark: entry.remark,
      },
    ]),
  ),
  unlisted: inventory.unlisted
    .filter(({ settled }) => !settled)
    .map(({ what, unit, found, remark }) => ({ what, unit, found: typed(found), remark })),
})

const isAnswered = (entry: HeldEntry, values: Values) =>
  entry.why_not_answer === null && values.pieces[entry.address]!.there !== ''

const bodyOf = (inventory: OwnInventory, values: Values) => ({
  inventory_id: inventory.id,
  pieces: inventory.entries
    .filter((entry) => isAnswered(entry, values))
    .map(({ address, unit }) => {
      const { there, found, condition, remark } = values.pieces[address]!
      return {
        address,
        there: there === 'there',
        found: there === 'there' ? amountOf(unit, found) : null,
        condition,
        remark,
      }
    }),
  unlisted: values.unlisted
    .filter(({ what }) => what.trim() !== '')
    .map(({ what, unit, found, remark }) => ({ what, unit, found: amountOf(unit, found), remark })),
})

/** The open inventory of the signed-in holder, to be answered piece by piece; nothing while none asks them. */
export function InventoryAnswer() {
  const query = useCall(api.inventories.mine)
  const inventory = query.data
  const [changing, change] = useState(false)
  if (!inventory || inventory.entries.length === 0) return null
  const waiting = inventory.entries.filter(({ answer, question }) => answer === null || question).length
  return (
    <Section
      title={inventory.name}
      aside={
        waiting > 0
          ? `${waiting === 1 ? '1 piece' : `${waiting} pieces`} to confirm, until ${inventory.until}`
          : 'All confirmed'
      }
    >
      {waiting > 0 || changing ? (
        <OwnForm
          key={`${inventory.id} ${waiting}`}
          inventory={inventory}
          {...(changing && { close: () => change(false) })}
        />
      ) : (
        <Answered inventory={inventory} change={() => change(true)} />
      )}
    </Section>
  )
}

/** What was answered, a line for each piece, until the office has acted on it. */
function Answered({ inventory, change }: { inventory: OwnInventory; change: () => void }) {
  const canChange = inventory.entries.some(({ why_not_answer }) => why_not_answer === null)
  return (
    <>
      <ul className={classes.answered}>
        {inventory.entries.map(
          ({ address, name, db_type, unit, on_record, answer, found, condition, remark }) => (
            <li key={address}>
              <SampleName asteroid={db_type} name={name} />
              <span>
                {[
                  answer === 'there' ? 'there' : 'not there',
                  found !== null && formatAmount(unit, found),
                  found !== null && found !== on_record && formatDifference(unit, found - on_record),
                  answer === 'there' && CONDITIONS[condition].toLowerCase(),
                  remark && `“${remark}”`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ),
        )}
      </ul>
      {canChange && (
        <WriteButton variant="default" size="compact-sm" mt="sm" onClick={change}>
          Change the answers
        </WriteButton>
      )}
    </>
  )
}

function OwnForm({ inventory, close }: { inventory: OwnInventory; close?: () => void }) {
  const form = useEndpointForm(api.inventories.answer, {
    initial: initialOf(inventory),
    draft: `inventories/${inventory.id}`,
    toBody: (values: Values) => bodyOf(inventory, values),
    ...(close && { onDone: close }),
  })
  return <Answers inventory={inventory} form={form} {...(close && { close })} />
}

interface AnswerForProps {
  id: number
  user_id: number | undefined
  close: () => void
}

/** The office answers on behalf of a holder. */
export function InventoryAnswerFor({ id, user_id, close }: AnswerForProps) {
  const query = useCall(api.inventories.entriesOf, { params: { id }, query: { user_id } })
  return (
    <Loaded query={query}>
      {(inventory) => <FormFor inventory={inventory} user_id={user_id} close={close} />}
    </Loaded>
  )
}

function FormFor({ inventory, user_id, close }: Omit<AnswerForProps, 'id'> & { inventory: OwnInventory }) {
  const form = useEndpointForm(api.inventories.answerFor, {
    initial: initialOf(inventory),
    input: { params: { id: inventory.id } },
    toBody: (values: Values) => ({ ...bodyOf(inventory, values), user_id: user_id ?? null }),
    onDone: close,
  })
  return <Answers inventory={inventory} form={form} close={close} />
}

type Form = Parameters<typeof ActForm<Values>>[0]['form']

interface AnswersProps {
  inventory: OwnInventory
  form: Form
  close?: () => void
}

function Answers({ inventory, form, close }: AnswersProps) {
  const { values, setFieldValue } = form.fields
  const answered = inventory.entries.filter((entry) => isAnswered(entry, values)).length
  const add = () =>
    setFieldValue('unlisted', [...values.unlisted, { what: '', unit: 'ug', found: '', remark: '' }])
  return (
    <ActForm
      form={form}
      close={close ?? form.fields.reset}
      submit={answered === 1 ? 'Confirm 1 piece' : `Confirm ${answered} pieces`}
      why={answered === 0 && values.unlisted.length === 0 ? 'Say of a piece whether it is there.' : null}
    >
      <Text size="sm">
        Say of each piece whether it is there, what it weighs now, and in what condition it is. You can
        confirm some now and the others later.
      </Text>
      {inventory.entries.map((entry) => (
        <PieceAnswer
          key={entry.address}
          entry={entry}
          form={form}
          tolerance={inventory.tolerance[entry.unit]}
          sentAs={inventory.entries.filter((one) => isAnswered(one, values)).indexOf(entry)}
        />
      ))}
      {inventory.unlisted
        .filter(({ settled }) => settled)
        .map(({ what, remark }) => (
          <Text
            key={what}
            size="sm"
          >{`Not on the list: ${what}${remark && `, “${remark}”`}. The office looks into it.`}</Text>
        ))}
      {values.unlisted.map((_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while they are typed
        <UnlistedFields key={i} i={i} form={form} />
      ))}
      <Button variant="default" onClick={add} style={{ alignSelf: 'start' }}>
        I hold something that is not on the list
      </Button>
    </ActForm>
  )
}

interface PieceAnswerProps {
  entry: HeldEntry
  form: Form
  tolerance: number
  /** Its position among the answers that are sent, where the server's errors are. */
  sentAs: number
}

function PieceAnswer({ entry, form, tolerance, sentAs }: PieceAnswerProps) {
  const { address, name, db_type, unit, loan, on_record, question, why_not_answer } = entry
  const { values, errors, getInputProps } = form.fields
  const said = values.pieces[address]!
  const found = parseAmount(unit, said.found)
  const path = `pieces.${address}`
  const errorOf = (field: string) => (sentAs < 0 ? undefined : errors[`pieces.${sentAs}.${field}`])
  return (
    <fieldset className={classes.piece} disabled={why_not_answer !== null}>
      <legend>
        <SampleName asteroid={db_type} name={name} />
        <span className={classes.second}>
          {` ${loan ?? ''}${loan ? ' · ' : ''}${formatAmount(unit, on_record)} on record`}
        </span>
      </legend>
      {question && (
        <Note kind="warn">
          {`${QUESTIONS[question]}: you found ${entry.found === null ? 'none' : formatAmount(unit, entry.found)}.`}
        </Note>
      )}
      {why_not_answer ? (
        <Text size="sm">{why_not_answer}</Text>
      ) : (
        <>
          <SegmentedControl
            aria-label={`Is ${name} there?`}
            data={[
              { value: '', label: 'Later' },
              { value: 'there', label: 'There' },
              { value: 'not_there', label: 'Not there' },
            ]}
            {...getInputProps(`${path}.there`)}
          />
          {errorOf('address') && <Text c="red">{errorOf('address')}</Text>}
          {said.there === 'there' && (
            <div className={classes.fields}>
              <AmountField
                label="Found"
                unit={writtenUnit(unit)}
                withAsterisk
                description={
                  found === null || found === on_record
                    ? undefined
                    : `${formatDifference(unit, found - on_record)}${Math.abs(found - on_record) > tolerance ? ', more than the tolerance: please say why' : ''}`
                }
                {...getInputProps(`${path}.found`)}
                error={errorOf('found')}
              />
              <NativeSelect
                label="Condition"
                data={CONDITION_NAMES.map((value) => ({ value, label: CONDITIONS[value] }))}
                {...getInputProps(`${path}.condition`)}
              />
            </div>
          )}
          {said.there !== '' && (
            <Textarea
              label={said.there === 'there' ? 'Remark' : 'Why is it not there?'}
              withAsterisk={said.there === 'not_there'}
              autosize
              minRows={2}
              maxRows={8}
              {...getInputProps(`${path}.remark`)}
              error={errorOf('remark')}
            />
          )}
        </>
      )}
    </fieldset>
  )
}

function UnlistedFields({ i, form }: { i: number; form: Form }) {
  const { values, getInputProps, setFieldValue } = form.fields
  const { unit } = values.unlisted[i]!
  const path = `unlisted.${i}`
  return (
    <fieldset className={classes.piece}>
      <legend>Not on the list</legend>
      <TextInput
        label="What it is"
        description="The name on its label, if it has one."
        {...getInputProps(`${path}.what`)}
      />
      <div className={classes.fields}>
        <AmountField label="Found" unit={writtenUnit(unit)} {...getInputProps(`${path}.found`)} />
        <Checkbox
          label="A bottle of gas"
          checked={unit === 'mpa'}
          onChange={({ currentTarget }) =>
            setFieldValue(`${path}.unit`, currentTarget.checked ? 'mpa' : 'ug')
          }
        />
      </div>
      <Textarea label="How it came to you" autosize minRows={2} {...getInputProps(`${path}.remark`)} />
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: 'start' }}
        onClick={() =>
          setFieldValue(
            'unlisted',
            values.unlisted.filter((_, at) => at !== i),
          )
        }
      >
        Remove
      </Button>
    </fieldset>
  )
}
