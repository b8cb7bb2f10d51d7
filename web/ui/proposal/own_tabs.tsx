import { Stack } from '@mantine/core'
import type { OwnProposal } from '#domain/proposals/contract.ts'
import { QueryTabs } from '../layout/query_tabs.tsx'
import { Section } from '../layout/section.tsx'
import { Attachment, ProposalText } from './proposal_text.tsx'
import { AssignedSamples, RequestedSamples } from './sample_tables.tsx'

/** The two tabs of one's own proposal; assigned samples are shown once its result is released or the term is disabled. */
export const OwnTabs = ({ proposal }: { proposal: OwnProposal }) => (
  <QueryTabs
    tabs={[
      {
        label: 'Proposal',
        content: (
          <Section>
            <ProposalText proposal={proposal} attachment={<AttachedFile of={proposal} />} />
          </Section>
        ),
      },
      { label: 'Sample', content: <SampleTab proposal={proposal} /> },
    ]}
  />
)

const AttachedFile = ({ of: { id, file } }: { of: OwnProposal }) =>
  file ? <Attachment id={id} name={file.original_file_name} /> : '-'

const SampleTab = ({ proposal }: { proposal: OwnProposal }) => (
  <Stack gap={14}>
    <Section title="Requested samples">
      <RequestedSamples rows={proposal.requested_samples} />
    </Section>
    {(proposal.term.disabled || proposal.assigned_samples_status_true.length > 0) && (
      <Section title="Assigned samples">
        <AssignedSamples rows={proposal.assigned_samples_status_true} />
      </Section>
    )}
  </Stack>
)
