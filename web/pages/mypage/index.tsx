import { Group, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { type ProposalStatus, proposalStatus } from '#domain/proposals/status.ts'
import { api } from '#web/lib/api.ts'
import { useCall } from '#web/lib/query.ts'
import { InformationList, NewTab } from '#web/ui/information_list.tsx'
import { Lines, Loaded } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { LinkButton } from '#web/ui/screen_link.tsx'
import { Section } from '#web/ui/section.tsx'

export const Route = createFileRoute('/mypage/')({ component: Home })

function Home() {
  const mine = useCall(api.proposals.mine)
  const accepted = useCall(api.terms.proposalAccepted, {}, { staleTime: 0 })
  return (
    <Page title="Home">
      <Section title="My proposal">
        <Loaded query={mine} skeleton={<Lines count={2} />}>
          {({ id, status }) => (
            <Group gap="sm">
              {id === null ? (
                <NoProposal />
              ) : accepted.data ? (
                <ProposalButton id={id} status={status} />
              ) : (
                accepted.data === false && <Text>Proposals are not accepted at the moment.</Text>
              )}
              <LinkButton to={address('/myprofile')} variant="default">
                My Profile
              </LinkButton>
            </Group>
          )}
        </Loaded>
      </Section>
      <InformationList />
      <SampleDatabases />
    </Page>
  )
}

const ProposalButton = ({ id, status }: { id: number; status: ProposalStatus }) =>
  !proposalStatus.of(status).begun ? (
    <LinkButton to={address('/proposals/edit/$id', { id })}>CREATE PROPOSAL</LinkButton>
  ) : (
    <LinkButton to={address('/proposals/myproposal')}>MY PROPOSAL</LinkButton>
  )

/** Who has no proposal in this term begins with a Notice of Intent. */
function NoProposal() {
  const open = useCall(api.terms.noticeAccepted, {}, { staleTime: 0 }).data
  const term = useCall(api.terms.text, { params: { id: 0 } }).data
  // Before the first call there is nothing to take part in, which the frame says.
  if (open === undefined || !term) return null
  return open ? (
    <LinkButton to={address('/applicants/create')}>{`Notice of Intent for ${term}`}</LinkButton>
  ) : (
    <Text>{`You have no proposal in ${term}, and Notices of Intent are not accepted at the moment.`}</Text>
  )
}

function SampleDatabases() {
  const ryugu = useCall(api.masters.ryuguUrl).data
  const bennu = useCall(api.masters.bennuUrl).data
  return (
    <Section title="Sample databases">
      <Group gap="lg">
        {ryugu && <NewTab to={ryugu}>Ryugu sample database</NewTab>}
        {bennu && <NewTab to={bennu}>Bennu sample database</NewTab>}
      </Group>
    </Section>
  )
}
