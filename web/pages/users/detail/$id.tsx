import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { UserDetail } from '#domain/users/contract.ts'
import { PERSON_LABEL } from '#domain/users/fields.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { HistoryLink } from '#web/ui/actions/links.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { DetailFields, Section } from '#web/ui/layout/section.tsx'
import { Identities } from '#web/ui/text/identities.tsx'
import { Email, roleText } from '#web/ui/text/people.tsx'
import { secondFactorText, UserStatus } from '../-status.tsx'
import { Actions } from './-actions.tsx'
import { Involvement } from './-involvement.tsx'

export const Route = createFileRoute('/users/detail/$id')({
  loader: loadById(api.users.get),
  component: UserPage,
})

function UserPage() {
  const { id } = Route.useParams()
  const user = useCall(api.users.get, { params: { id } })
  return (
    <Page
      title={user.data?.name ?? 'User Detail'}
      object={user.data?.name}
      breadcrumbs={[['User', address('/users')], ['User Detail']]}
      actions={<HistoryLink object="user" id={id} />}
    >
      <Loaded query={user}>{(data) => <Detail key={data.id} of={data} />}</Loaded>
    </Page>
  )
}

const Detail = ({ of: user }: { of: UserDetail }) => (
  <>
    <Actions user={user} />
    <Section>
      <DetailFields
        rows={[
          ['Status', <UserStatus key="status" of={user} />],
          [PERSON_LABEL.first_name, user.first_name],
          [PERSON_LABEL.middle_name, user.middle_name],
          [PERSON_LABEL.last_name, user.last_name],
          [PERSON_LABEL.suffix, user.suffix],
          [PERSON_LABEL.email, <Email key="email">{user.email}</Email>],
          [PERSON_LABEL.affiliation, user.affiliation],
          ['Roles', roleText(user)],
          ['Second factor', secondFactorText(user)],
          user.identities.length > 0 && [
            'Sign-in providers',
            <Identities key="identities" of={user.identities} />,
          ],
          ['Earlier addresses', user.past_addresses.map(({ email }) => email).join(', ')],
          [`Created (${zoneName()})`, time(user.created_at)],
          ['Last update', `${time(user.updated_at)}${user.last_updator ? ` by ${user.last_updator}` : ''}`],
          ['Last login', time(user.last_login_at)],
        ]}
      />
    </Section>
    <Involvement of={user} />
  </>
)
