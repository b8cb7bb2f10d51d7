import { List } from '@mantine/core'
import { type Asteroid, BENNU, RYUGU } from '#domain/masters/values.ts'
import type { OwnProposal } from '#domain/proposals/contract.ts'
import type { RequestedSample } from '#domain/proposals/requested_sample.ts'
import { requestedTotal } from '#domain/proposals/rules.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { DetailFields } from '../layout/section.tsx'
import { SampleName } from '../text/asteroid.tsx'

/** What is submitted, whom a mail reaches, and until when it can be changed: said before it is done. */
export function SubmitSummary({ proposal }: { proposal: OwnProposal }) {
  const { name, email, proposal_collaborator, requested_samples, term } = proposal
  const people = [{ name, email }, ...proposal_collaborator]
  return (
    <DetailFields
      rows={[
        ['Title', proposal.title],
        ['Samples', <Asked key="samples" rows={requested_samples} />],
        [
          'Mail goes to',
          <List key="people" listStyleType="none">
            {people.map((person) => (
              <List.Item key={person.email}>
                {person.name} ({person.email})
              </List.Item>
            ))}
          </List>,
        ],
        [
          'Can be changed',
          Date.parse(term.proposals_close_at) > Date.now()
            ? `until ${time(term.proposals_close_at)} (${zoneName()}), or until reviewers are asked`
            : 'not any more: the deadline has passed, and the unlocking serves once',
        ],
      ]}
    />
  )
}

const Asked = ({ rows }: { rows: readonly RequestedSample[] }) => (
  <List listStyleType="none">
    {([RYUGU, BENNU] as const)
      .map((asteroid) => [asteroid, rows.filter(({ db_type }) => db_type === asteroid)] as const)
      .filter(([, of]) => of.length > 0)
      .map(([asteroid, of]) => (
        <List.Item key={asteroid}>
          <SampleName asteroid={asteroid} name={amountOf(asteroid, of)} />
        </List.Item>
      ))}
  </List>
)

const amountOf = (asteroid: Asteroid, rows: readonly RequestedSample[]) =>
  `${asteroid === BENNU ? 'Bennu' : 'Ryugu'}: ${rows.length === 1 ? '1 row' : `${rows.length} rows`}, ${requestedTotal(rows).toFixed(1)} mg`
