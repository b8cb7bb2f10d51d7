import { Group, Radio, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { DeclaredRelation, Question } from '#domain/conflicts/contract.ts'
import { relationText } from '#domain/conflicts/findings.ts'
import { WHY_ASKED } from '#domain/conflicts/questions.ts'
import { whyNotRecordFor } from '#domain/conflicts/rules.ts'
import { RELATION_KIND_NAMES, RELATION_KINDS } from '#domain/conflicts/status.ts'
import { day, time } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { EndpointForm, FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'

/** The questions that the office has asked the signed-in user, and the relations that they have declared. */
export function OwnRelations() {
  const questions = useCall(api.conflicts.questions).data ?? []
  const relations = useCall(api.conflicts.relations)
  const [adding, setAdding] = useState(false)
  return (
    <>
      {questions.map((question) => (
        <Section key={question.id} title="A question of the administration office">
          <OwnQuestion question={question} />
        </Section>
      ))}
      <Section title="Relations to other people">
        <Text size="sm" mb="sm">
          Name your supervisors and students, your family, and anyone with whom you are in a dispute: the
          office then checks for a conflict of interest before it asks for a review. Only the office can read
          this; the people you name cannot.
        </Text>
        <RelationTable relations={relations.data} />
        <WriteButton mt="sm" variant="default" onClick={() => setAdding(true)}>
          Declare a relation
        </WriteButton>
        {adding && <RelationDialog close={() => setAdding(false)} />}
      </Section>
    </>
  )
}

function OwnQuestion({ question }: { question: Question }) {
  const form = useEndpointForm(api.conflicts.answer, {
    input: { params: { id: question.id } },
    initial: NO_ANSWER,
    toBody: ({ conflict, note }) => ({ conflict: conflict as boolean, note }),
  })
  return (
    <EndpointForm form={form} guardsLeaving={false}>
      <AnswerFields question={question} form={form.fields} />
      <WriteButton type="submit" mt="sm" loading={form.waiting}>
        Send the answer
      </WriteButton>
    </EndpointForm>
  )
}

/** Not answered yet, or the answer, and a note. */
export interface AnswerValues {
  conflict: boolean | null
  note: string
}
export const NO_ANSWER: AnswerValues = { conflict: null, note: '' }

interface AnswerFieldsProps {
  question: Question
  form: UseFormReturnType<AnswerValues>
}

/** The question, its two answers and a note. */
export function AnswerFields({ question: { question, yes, no }, form }: AnswerFieldsProps) {
  const { value, onChange, error } = form.getInputProps('conflict') as {
    value: boolean | null
    onChange: (value: boolean) => void
    error?: string
  }
  return (
    <Stack gap="sm">
      <Radio.Group
        label={question}
        value={value === null ? '' : String(value)}
        error={error}
        onChange={(choice) => onChange(choice === 'true')}
      >
        <Stack gap={8} mt={8}>
          <Radio value="true" label={yes} />
          <Radio value="false" label={no} />
        </Stack>
      </Radio.Group>
      <Textarea label="Note" autosize minRows={2} maxRows={8} {...form.getInputProps('note')} />
      <Text size="xs" c="dimmed">
        {WHY_ASKED} Your answer goes to the administration office alone.
      </Text>
    </Stack>
  )
}

interface RelationTableProps {
  relations: readonly DeclaredRelation[] | undefined
  /** With whose they are. */
  named?: boolean
}

export const RelationTable = ({ relations, named = false }: RelationTableProps) => (
  <DataTable
    label="Relations"
    rows={relations}
    rowKey={({ id }) => id}
    empty={<EmptyState title="No relations declared." />}
    columns={[
      ...(named ? [{ header: 'Of', cell: (row: DeclaredRelation) => row.user_name }] : []),
      { header: 'To', cell: (row) => (row.email === '' ? row.name : `${row.name} (${row.email})`) },
      { header: 'Relation', cell: relationText },
      { header: 'Note', cell: (row) => row.note || '-' },
      {
        header: 'Declared',
        cell: (row) => `${day(time(row.declared_at))}${named ? `, ${row.declared_by}` : ''}`,
      },
      { header: 'Actions', action: true, cell: (row) => <RemoveRelation relation={row} /> },
    ]}
  />
)

function RemoveRelation({ relation: { id, name } }: { relation: DeclaredRelation }) {
  const ask = useConfirm()
  const remove = useAction(api.conflicts.removeRelation)
  return (
    <WriteButton
      size="compact-sm"
      variant="default"
      aria-label={`Remove the relation to ${name}`}
      onClick={() =>
        void ask({
          question: `Remove the relation to ${name}?`,
          act: () => remove.run({ params: { id } }),
        })
      }
    >
      Remove
    </WriteButton>
  )
}

/** Declares an own relation, or one of someone else's (`named`) for the office. */
export function RelationDialog({ named = false, close }: { named?: boolean; close: () => void }) {
  const users = useCall(api.users.all, undefined, { enabled: named }).data ?? []
  const form = useEndpointForm(api.conflicts.addRelation, {
    initial: {
      user_id: '',
      kind: 'supervisor',
      name: '',
      email: '',
      from_year: '',
      until_year: '',
      note: '',
    },
    toBody: ({ user_id, ...values }) =>
      ({ ...values, ...(user_id !== '' && { user_id }) }) as Parameters<
        typeof api.conflicts.addRelation
      >[0]['body'],
    draft: named ? 'conflicts/relation' : 'myprofile/relation',
    onDone: close,
  })
  const text = (name: 'name' | 'email' | 'from_year' | 'until_year' | 'note') =>
    form.fields.getInputProps(name)
  return (
    <FormDialog
      title={named ? 'Record a relation' : 'Declare a relation'}
      form={form}
      close={close}
      submit={named ? 'Record' : 'Declare'}
      disabled={named && form.fields.getValues().user_id === ''}
    >
      {named && (
        <Select
          label="Person"
          placeholder="Name, affiliation or e-mail"
          withAsterisk
          searchable
          nothingFoundMessage="No staff member or reviewer matches."
          data={users
            .filter((user) => !user.disabled && whyNotRecordFor(user) === null)
            .map(({ id, name, affiliation, email }) => ({
              value: String(id),
              label: `${name} / ${affiliation} (${email})`,
            }))}
          {...form.fields.getInputProps('user_id')}
        />
      )}
      <Select
        label="Relation"
        withAsterisk
        allowDeselect={false}
        data={RELATION_KIND_NAMES.map((value) => ({ value, label: RELATION_KINDS[value] }))}
        {...form.fields.getInputProps('kind')}
      />
      <TextInput label="Name of the other person" withAsterisk {...text('name')} />
      <TextInput
        label="E-mail address of the other person"
        description="If you know it: names alone can be mistaken."
        type="email"
        {...text('email')}
      />
      <Group grow>
        <TextInput label="From year" inputMode="numeric" {...text('from_year')} />
        <TextInput label="Until year" inputMode="numeric" {...text('until_year')} />
      </Group>
      <Textarea label="Note" autosize minRows={2} maxRows={8} {...text('note')} />
    </FormDialog>
  )
}
