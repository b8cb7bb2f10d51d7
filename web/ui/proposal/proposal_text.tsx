import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { questionOf } from '#domain/masters/guidance.ts'
import type { Proposal } from '#domain/proposals/contract.ts'
import { conditionLabels } from '#domain/proposals/field_texts.ts'
import {
  DETAIL_LABEL,
  type FieldPlace,
  OTHER_TEXTS,
  TEXTS,
  type TextName,
  textsBySection,
} from '#domain/proposals/fields.ts'
import { api } from '#web/lib/http/api.ts'
import { useDownload } from '#web/lib/http/download.ts'
import { useCall } from '#web/lib/http/query.ts'
import { Tag } from '../text/chips.tsx'
import { CollaboratorList } from '../text/people.tsx'

interface ProposalTextProps {
  proposal: Proposal
  /** The link to the attached PDF, only for its proposer. */
  attachment?: ReactNode
}

/** The Proposal tab: all texts of a proposal in the order of the form. */
export const ProposalText = (props: ProposalTextProps) => (
  <Stack gap="lg" maw="62ch" fz="lg" lh={1.57}>
    {Object.entries(FIELDS).map(([name, Field]) => Field && <Field key={name} {...props} />)}
  </Stack>
)

/** The fields in order; null for those shown in the head or the Sample tab, and for the consents. */
const FIELDS: Record<FieldPlace, ComponentType<ProposalTextProps> | null> = {
  early_career: null,
  accepted_terms: null,
  samples: null,
  check_organization: null,
  check_collaborators: null,
  proposal_collaborator: ({ proposal }) => (
    <Part title={DETAIL_LABEL.proposal_collaborator}>
      <CollaboratorList people={proposal.proposal_collaborator} />
    </Part>
  ),
  file: ({ attachment }) => attachment && <Part title={DETAIL_LABEL.file}>{attachment}</Part>,
  title: ({ proposal }) => <Part title={DETAIL_LABEL.title}>{proposal.title}</Part>,
  abstract: ({ proposal }) => <Texts proposal={proposal} names={['abstract']} />,
  keywords: ({ proposal }) => (
    <Part title={DETAIL_LABEL.keywords}>
      <Names names={proposal.selected_keywords} />
    </Part>
  ),
  methods: ({ proposal }) => (
    <Part title={DETAIL_LABEL.methods}>
      <Names names={proposal.selected_methods} />
    </Part>
  ),
  other_texts: ({ proposal }) => <Texts proposal={proposal} names={OTHER_TEXTS} />,
  conditions: ({ proposal }) => (
    <Part title={DETAIL_LABEL.conditions}>
      <Names names={conditionLabels(proposal).map((name) => ({ name }))} />
    </Part>
  ),
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Title order={2} size="h3" c="var(--ao-ink-2)" mb={2}>
      {title}
    </Title>
    <Box style={{ overflowWrap: 'anywhere' }}>{children || '-'}</Box>
  </section>
)

const Prose = ({ children }: { children: string }) => (
  <Text inherit style={{ whiteSpace: 'pre-wrap' }}>
    {children || '-'}
  </Text>
)

const Names = ({ names }: { names: readonly { name: string }[] }) =>
  names.length === 0 ? (
    '-'
  ) : (
    <Group component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
      {names.map(({ name }) => (
        <li key={name}>
          <Tag>{name}</Tag>
        </li>
      ))}
    </Group>
  )

/** Texts under their sections and the office's questions; a section's only text has no label of its own. */
function Texts({ proposal, names }: { proposal: Proposal; names: readonly TextName[] }) {
  const guidance = useCall(api.masters.guidance).data
  return textsBySection(names).map(([section, texts]) => (
    <Part key={section} title={section}>
      {texts.map((name) => (
        <div key={name}>
          {TEXTS[name].label !== section && (
            <Text fw={600} mt={4}>
              {TEXTS[name].label}
            </Text>
          )}
          <Question>{guidance && questionOf(guidance, name)}</Question>
          <Prose>{proposal[name]}</Prose>
        </div>
      ))}
    </Part>
  ))
}

/** The office's question, above its answer. */
const Question = ({ children }: { children: string | undefined }) =>
  children ? (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  ) : null

/** The link to the PDF of one's own proposal. */
export function Attachment({ id, name }: { id: number; name: string }) {
  const { download, pending } = useDownload(api.proposals.pdf)
  return (
    <Anchor
      component="button"
      type="button"
      aria-busy={pending}
      onClick={() => void download({ params: { id } })}
    >
      {name}
    </Anchor>
  )
}
