import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReviewerProfile } from '#domain/reviewer_profiles/contract.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { DetailFields, Section } from '#web/ui/layout/section.tsx'
import {
  ProfileFields,
  profileFieldOf,
  profileHistory,
  profileValues,
} from '#web/ui/reviewer/profile_form.tsx'

/** What the reviewer can review, how much, and when not; the office can edit it. */
export function ReviewerProfileSection({ id, office }: { id: number; office: boolean }) {
  const [editing, setEditing] = useState(false)
  const query = useCall(api.reviewerProfiles.get, { params: { id } })
  const edit = (
    <Button variant="default" size="compact-sm" onClick={() => setEditing(true)}>
      Edit profile
    </Button>
  )
  return (
    <Section title="Reviewer profile" aside={office && query.data && edit}>
      <Loaded query={query}>
        {(profile) => (
          <>
            <Profile of={profile} />
            {editing && <EditDialog profile={profile} close={() => setEditing(false)} />}
          </>
        )}
      </Loaded>
    </Section>
  )
}

const listed = (entries: readonly { name: string }[]) => entries.map(({ name }) => name).join(', ')

const Profile = ({ of: profile }: { of: ReviewerProfile }) => (
  <>
    <DetailFields
      rows={[
        ['Keywords', listed(profile.keywords)],
        ['Methods', listed(profile.methods)],
        ['Expertise', profile.expertise],
        ['Reports in one call, at most', profile.max_reports],
        ['Days away', profile.absences.map((one) => `${one.from_day} to ${one.until_day}`).join(', ')],
      ]}
    />
    <Text size="xs" c="dimmed" mt={8}>
      {profileHistory(profile)}
    </Text>
  </>
)

function EditDialog({ profile, close }: { profile: ReviewerProfile; close: () => void }) {
  const params = { id: profile.user_id }
  const form = useEndpointForm(api.reviewerProfiles.save, {
    initial: profileValues(profile),
    input: { params },
    fieldOf: profileFieldOf,
    conflict: { load: async () => profileValues(await api.reviewerProfiles.get({ params })) },
    onDone: close,
  })
  return (
    <FormDialog
      title={`Reviewer profile of ${profile.name}`}
      form={form}
      close={close}
      submit="Save"
      size="lg"
    >
      <ProfileFields form={form} profile={profile} />
    </FormDialog>
  )
}
