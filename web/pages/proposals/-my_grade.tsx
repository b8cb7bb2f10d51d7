import { Button, Group, Text, Textarea, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { MyGrade as Grade } from '#domain/panel/grades.ts'
import { disagree, GRADES_DISAGREE } from '#domain/staff/disagreement.ts'
import { figure, time } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { DraftNote } from '#web/ui/forms/unsaved_work.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import {
  type Gradable,
  type GradeDrafts,
  gradeDraftTexts,
  gradeText,
  useCanGrade,
  useGradeDrafts,
  useGradeField,
  useGrades,
  useMyGrades,
} from './-ranking/grade_editing.ts'
import { SharingText } from './-ranking/head.tsx'

/** The card of the Review tab: the viewer's own grade and notes, and the grades that others share. */
export function MyGrade({ proposal }: { proposal: Gradable }) {
  const grades = useGrades()
  const drafts = useGradeDrafts()
  if (!grades) return <SharedGrades id={proposal.id} inCard />
  return (
    <Section title="My grade">
      <DraftNote
        draft={drafts.draft}
        what="grades"
        says={gradeDraftTexts(drafts).join(', ')}
        describeChanges={() => gradeDraftTexts(drafts)}
      />
      <MyGradeFields proposal={proposal} drafts={drafts} />
    </Section>
  )
}

/** Grade, notes, and who sees them. */
export function MyGradeFields({ proposal, drafts }: { proposal: Gradable; drafts: GradeDrafts }) {
  const own = useMyGrades(proposal.term_id)
  const editable = useCanGrade()(proposal)
  if (!own) return null
  return (
    <OwnGrade key={proposal.id} proposal={proposal} own={own.get(proposal.id)} {...{ editable, drafts }} />
  )
}

interface OwnGradeProps {
  proposal: Gradable
  own: Grade | undefined
  editable: boolean
  drafts: GradeDrafts
}

function OwnGrade({ proposal: { id }, own, editable, drafts }: OwnGradeProps) {
  const field = useGradeField(id, own, drafts)
  const [editing, edit] = useState(false)
  const hint = useId()
  return (
    <>
      {editable ? (
        <Group gap="sm" align="flex-end">
          <TextInput
            label="Grade"
            w={84}
            inputMode="decimal"
            autoComplete="off"
            aria-describedby={hint}
            value={field.text}
            error={field.error !== null}
            onChange={({ currentTarget }) => field.type(currentTarget.value)}
            onBlur={() => {
              if (field.dirty) void field.save()
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) void field.save()
              else if (event.key === 'Escape' && field.dirty) field.restore()
              else return
              event.preventDefault()
              event.stopPropagation()
            }}
          />
          <Text
            id={hint}
            size="xs"
            c={field.error ? 'red' : 'dimmed'}
            role={field.error ? 'alert' : 'status'}
            mb={8}
          >
            {field.error ?? field.hint}
          </Text>
        </Group>
      ) : (
        <Text size="sm">{`Grade ${gradeText(own?.grade) || '-'}`}</Text>
      )}
      {own?.notes && (
        <Text size="sm" mt="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {own.notes}
        </Text>
      )}
      <Group gap="xs" mt="xs">
        {editable && (
          <Button size="compact-sm" variant="default" onClick={() => edit(true)}>
            {own?.notes ? 'Edit notes' : 'Add notes'}
          </Button>
        )}
        {own && own.grade !== null && <Share id={id} own={own} />}
      </Group>
      <SharedGrades id={id} own={own} />
      {editing && <NotesDialog id={id} own={own} close={() => edit(false)} />}
    </>
  )
}

/** Shows one grade to panel and office, or hides it again. */
function Share({ id, own: { shared_at } }: { id: number; own: Grade }) {
  const ask = useConfirm()
  const share = useAction(api.panel.shareGrades)
  const send = (shared: boolean) => share.run({ body: { proposal_ids: [id], shared } })
  if (shared_at === null)
    return (
      <WriteButton
        size="compact-sm"
        variant="default"
        loading={share.pending}
        onClick={() =>
          void ask({
            question: `Share your grade of ${id} with the panel?`,
            details: <SharingText />,
            yes: 'SHARE',
            no: 'CANCEL',
            act: () => send(true),
          })
        }
      >
        Share…
      </WriteButton>
    )
  return (
    <>
      <WriteButton
        size="compact-sm"
        variant="default"
        loading={share.pending}
        onClick={() => void send(false)}
      >
        Stop sharing
      </WriteButton>
      <Text size="xs" c="dimmed">{`Shared with panel and office since ${time(shared_at)}.`}</Text>
    </>
  )
}

/** The grades that other members share, by name; nothing without any. */
function SharedGrades({
  id,
  own,
  inCard = false,
}: {
  id: number
  own?: Grade | undefined
  inCard?: boolean
}) {
  const { data = [] } = useCall(api.panel.sharedGrades, { params: { id } })
  if (data.length === 0) return null
  const mine = own?.shared_at ? [own.grade!] : []
  const differs = disagree([...data.map(({ grade }) => grade), ...mine], GRADES_DISAGREE)
  const list = (
    <Text size="sm" mt={inCard ? 0 : 'xs'}>
      {inCard ? '' : 'Shared by others: '}
      {data.map(({ user, grade }) => `${user.name} ${figure(grade, 2)}`).join(', ')}
      {differs && (
        <Text span c="var(--ao-orange)">
          {' '}
          disagree
        </Text>
      )}
    </Text>
  )
  return inCard ? <Section title="Grades that members share">{list}</Section> : list
}

const valuesOf = (own: Grade | undefined) => ({
  grade: own?.grade ?? null,
  notes: own?.notes ?? '',
  version: own?.version ?? 0,
})

interface NotesDialogProps {
  id: number
  own: Grade | undefined
  close: () => void
}

function NotesDialog({ id, own, close }: NotesDialogProps) {
  const params = { id }
  const form = useEndpointForm(api.panel.saveGrade, {
    initial: valuesOf(own),
    input: { params },
    draft: `proposals/${id}/my_notes`,
    conflict: {
      load: async () => valuesOf((await api.panel.myGrades()).find(({ proposal_id }) => proposal_id === id)),
    },
    onDone: close,
  })
  return (
    <FormDialog title={`My notes on ${id}`} form={form} close={close} submit="Save" size="lg">
      <Textarea
        label="Notes"
        description="Only you see them, also when you share the grade."
        autosize
        minRows={6}
        maxRows={18}
        data-autofocus
        {...form.fields.getInputProps('notes')}
      />
    </FormDialog>
  )
}
