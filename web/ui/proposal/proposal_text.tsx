import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Proposal } from '#domain/proposals/contract.ts'
import { TEXT_NAMES, TEXTS, type TextName } from '#domain/proposals/fields.ts'
import { conditionLabels } from '#domain/proposals/texts_of_parts.ts'
import { api } from '#web/lib/http/api.ts'
import { useDownload } from '#web/lib/http/download.ts'
import { Tag } from '../text/chips.tsx'
import { CollaboratorList } from '../text/people.tsx'

interface ProposalTextProps {
  proposal: Proposal
  /** The link to the attached PDF; its proposer's alone. */
  attachment?: ReactNode
}

/** The Proposal tab: everything a proposal says, in the order in which it is written. */
export const ProposalText = ({ proposal, attachment }: ProposalTextProps) => (
  <Stack gap="lg" maw="62ch" fz="lg" lh={1.57}>
    <Part title="Collaborators">
      <CollaboratorList people={proposal.proposal_collaborator} />
    </Part>
    {attachment && <Part title="Attached PDF">{attachment}</Part>}
    <Part title="Title">{proposal.title}</Part>
    <Texts proposal={proposal} names={['abstract']} />
    <Part title="Keywords">
      <Names names={proposal.selected_keywords} />
    </Part>
    <Part title="Analysis methods">
      <Names names={proposal.selected_methods} />
    </Part>
    <Texts proposal={proposal} names={TEXT_NAMES.filter((name) => name !== 'abstract')} />
    <Part title="Conditions of transfer">
      <Names names={conditionLabels(proposal).map((name) => ({ name }))} />
    </Part>
  </Stack>
)

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

/** Texts under their sections; a section's single text needs no label of its own. */
function Texts({ proposal, names }: { proposal: Proposal; names: readonly TextName[] }) {
  const sections = [...new Set(names.map((name) => TEXTS[name].section))]
  return sections.map((section) => (
    <Part key={section} title={section}>
      {names
        .filter((name) => TEXTS[name].section === section)
        .map((name) => (
          <div key={name}>
            {TEXTS[name].label !== section && (
              <Text fw={600} mt={4}>
                {TEXTS[name].label}
              </Text>
            )}
            <Prose>{proposal[name]}</Prose>
          </div>
        ))}
    </Part>
  ))
}

/** The link to the PDF that is attached to one's own proposal. */
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
