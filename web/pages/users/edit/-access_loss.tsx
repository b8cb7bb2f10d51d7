import { List, Stack, Text } from '@mantine/core'
import { address } from '#domain/address.ts'
import type { OwnReport, UserDetail } from '#domain/users/contract.ts'
import type { AccessLoss } from '#domain/users/rules.ts'
import { termLabel } from '#web/lib/format/format.ts'
import { useUser } from '#web/lib/session/session.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'

interface AccessLossQuestionProps {
  user: UserDetail
  accessLoss: AccessLoss
  /** Whether the user is disabled now; otherwise a role is taken. */
  disabled: boolean
}

const many = (count: number, one: string, more: string) => (count === 1 ? `1 ${one}` : `${count} ${more}`)
const named = ({ term_id, proposal_id, title }: Pick<OwnReport, 'term_id' | 'proposal_id' | 'title'>) =>
  `${termLabel(term_id)}, ${proposal_id}: ${title}`

/** Names what ends at once and what work remains. */
export function AccessLossQuestion({ user, accessLoss, disabled }: AccessLossQuestionProps) {
  const { sessions, downloads, api_tokens, requested, accepted, unsubmitted } = accessLoss
  // One's own sessions, downloads and tokens stay.
  const ends = useUser().id !== user.id
  const reviews = [...requested, ...accepted]
  return (
    <Stack gap="sm">
      <Text>{disabled ? `Disable ${user.name}?` : `Take a role from ${user.name}?`}</Text>
      {ends && sessions + downloads > 0 && (
        <Text>
          {`This ends at once: ${[
            ...(sessions > 0 ? [many(sessions, 'session', 'sessions')] : []),
            ...(downloads > 0 ? [many(downloads, 'address of a CSV file', 'addresses of CSV files')] : []),
          ].join(', ')}.`}
        </Text>
      )}
      {ends && api_tokens > 0 && (
        <Text>{`${many(api_tokens, 'API token is', 'API tokens are')} revoked for good.`}</Text>
      )}
      {disabled && (
        <Text>Linked accounts and the calendar address do not work until the user is enabled again.</Text>
      )}
      {reviews.length > 0 && (
        <div>
          <Text>
            These reviews stay with the user until you take them back, on{' '}
            <ScreenLink to={address('/reviewers/detail/$id', { id: user.id })}>Reviewer Detail</ScreenLink>:
          </Text>
          <List size="sm">
            {requested.map((report) => (
              <List.Item key={report.id}>{`Requested: ${named(report)}`}</List.Item>
            ))}
            {accepted.map((report) => (
              <List.Item key={report.id}>{`Accepted: ${named(report)}`}</List.Item>
            ))}
          </List>
        </div>
      )}
      {unsubmitted.length > 0 && (
        <div>
          <Text>These proposals can no longer be submitted:</Text>
          <List size="sm">
            {unsubmitted.map((proposal) => (
              <List.Item key={proposal.proposal_id}>{named(proposal)}</List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  )
}
