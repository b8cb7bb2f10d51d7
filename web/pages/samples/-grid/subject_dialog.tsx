import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { address } from '#domain/address.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { figure } from '#web/lib/format.ts'
import { SampleName } from '#web/ui/asteroid.tsx'
import { DetailFields } from '#web/ui/detail_fields.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ScreenLink } from '#web/ui/screen_link.tsx'
import { SampleLink } from '../-sample_link.tsx'
import type { Subject } from './axes.ts'
import type { GridModel } from './model.ts'
import { Request } from './request.tsx'
import { claimText, sampleFigures, sampleKind } from './words.ts'

interface SubjectDialogProps {
  model: GridModel
  subject: Subject | null
  onClose: () => void
}

/** All that a head has no room for. */
export const SubjectDialog = ({ model, subject, onClose }: SubjectDialogProps) => (
  <Dialog open={subject !== null} says={subject && <Heading {...subject} />} onClose={onClose} size="lg">
    {subject &&
      ('proposal' in subject ? <OfProposal {...subject} /> : <OfSample model={model} {...subject} />)}
    <Group justify="flex-end" mt="md">
      <Button variant="default" onClick={onClose} data-autofocus>
        Close
      </Button>
    </Group>
  </Dialog>
)

const Heading = (subject: Subject) =>
  'proposal' in subject ? (
    <ScreenLink to={address('/proposals/detail/$id', { id: subject.proposal.id })}>
      {`${subject.proposal.id}: ${subject.proposal.title}`}
    </ScreenLink>
  ) : (
    <ScreenLink to={address('/samples/history/$id', { id: subject.sample.id })}>
      <SampleName asteroid={subject.sample.db_type} name={subject.sample.name} />: history
    </ScreenLink>
  )

const lines = (texts: readonly ReactNode[]) =>
  texts.length === 0 ? '-' : texts.map((text, n) => <div key={String(n)}>{text}</div>)

function OfProposal({ proposal }: Extract<Subject, { proposal: unknown }>) {
  return (
    <DetailFields
      rows={[
        ['Name', proposal.name],
        ['Global Score', figure(proposal.global_score)],
        ['Rank', figure(proposal.rank)],
        [
          'Requested samples',
          lines(proposal.requested_samples.map((request) => <Request key={request.id} of={request} />)),
        ],
        [
          'Assigned samples',
          lines(
            proposal.assigned_samples.map((given) => (
              <>
                <SampleName asteroid={given.db_type} name={given.name} />
                {given.status === CONFIRMED && ' (confirmed)'}
              </>
            )),
          ),
        ],
        ['Remarks', proposal.properties],
      ]}
    />
  )
}

function OfSample({ model, sample, column }: Extract<Subject, { sample: unknown }> & { model: GridModel }) {
  return (
    <DetailFields
      rows={[
        ['Type', sampleKind(sample)],
        ['Figures', sampleFigures(sample).join(', ')],
        ['Description', sample.description],
        ['Source', sample.source],
        [
          'Requested',
          lines(
            sample.requested_sample.map(
              ({ proposal_id, priority }) => `proposal ${proposal_id}, priority ${priority}`,
            ),
          ),
        ],
        [
          'Assigned',
          lines(
            model
              .claims(column)
              .map(
                (claim) =>
                  `proposal ${claimText(claim)}${claim.confirmed ? ' (confirmed)' : ''}${claim.saved ? '' : ' (not saved)'}`,
              ),
          ),
        ],
        ['Sample database', <SampleLink key="link" sample={sample} />],
      ]}
    />
  )
}
