import { Stack, Text, Textarea } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { MyGrade } from '#domain/panel/grades.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { NewTab } from '#web/ui/home/information_list.tsx'
import { gradeText } from '#web/ui/meeting/grade.ts'
import { GradeField } from '#web/ui/meeting/grade_field.tsx'

interface GradeDialogProps {
  proposal: { proposal_id: number; title: string }
  term_id: number
  close: () => void
}

/** The viewer's private grade of a proposal and their notes, without leaving the meeting's page. */
export function GradeDialog({ proposal, term_id, close }: GradeDialogProps) {
  const grades = useCall(api.panel.myGrades, { query: { term_id: String(term_id) } }).data
  if (!grades) return null
  const own = grades.find(({ proposal_id }) => proposal_id === proposal.proposal_id)
  return <Form proposal={proposal} own={own} close={close} />
}

interface FormProps extends Omit<GradeDialogProps, 'term_id'> {
  own: MyGrade | undefined
}

function Form({ proposal: { proposal_id, title }, own, close }: FormProps) {
  const form = useEndpointForm(api.panel.saveGrade, {
    initial: { grade: gradeText(own?.grade ?? null), notes: own?.notes ?? '', version: own?.version ?? 0 },
    input: { params: { id: proposal_id } },
    draft: `panel/grades/${proposal_id}`,
    success: `Your grade for ${proposal_id} is kept; only you see it.`,
    onDone: close,
  })
  const { value, onChange, error } = form.fields.getInputProps('grade')
  return (
    <FormDialog title={`Your grade for ${proposal_id}`} form={form} close={close} submit="Save">
      <Stack gap="sm">
        <Text size="sm">
          {title}.{' '}
          <NewTab to={address('/proposals/detail/$id', { id: proposal_id }, { tab: 'tab-3' })}>
            Reports and proposal
          </NewTab>
        </Text>
        <div>
          <GradeField
            label={`Your grade for ${proposal_id}`}
            value={value}
            onChange={onChange}
            onEnter={() => form.submit()}
          />
          {error && (
            <Text size="xs" c="var(--mantine-color-error)">
              {error}
            </Text>
          )}
        </div>
        <Textarea
          label="Notes"
          description="Only you see them."
          autosize
          minRows={3}
          maxRows={10}
          {...form.fields.getInputProps('notes')}
        />
      </Stack>
    </FormDialog>
  )
}
