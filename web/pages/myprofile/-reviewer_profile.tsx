import { Group, Stack, Text } from '@mantine/core'
import type { ReviewerProfile as Profile } from '#domain/reviewer_profiles/contract.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import {
  ProfileFields,
  profileFieldOf,
  profileHistory,
  profileValues,
} from '#web/ui/reviewer/profile_form.tsx'

/** The reviewer's own profile; saving it confirms it. */
export function ReviewerProfile() {
  const profile = useCall(api.reviewerProfiles.mine)
  return (
    <Loaded query={profile} fresh>
      {(data) => <ProfileForm key={data.version} profile={data} />}
    </Loaded>
  )
}

function ProfileForm({ profile }: { profile: Profile }) {
  const form = useEndpointForm(api.reviewerProfiles.saveMine, {
    initial: profileValues(profile),
    fieldOf: profileFieldOf,
    draft: 'reviewer_profile',
    conflict: { load: async () => profileValues(await api.reviewerProfiles.mine()) },
  })
  return (
    <EndpointForm form={form}>
      <Section title="Reviewer profile" aside={<Text size="sm">{profileHistory(profile)}</Text>}>
        <Stack gap="md">
          <Text maw={720}>
            The office chooses reviewers by this: it asks you about proposals that you know, no more often
            than you can, and not while you are away. The office and the panel can read it; proposers cannot.
          </Text>
          <ProfileFields form={form} profile={profile} />
          <Group gap="sm">
            <WriteButton type="submit" loading={form.waiting}>
              Save and confirm
            </WriteButton>
          </Group>
        </Stack>
      </Section>
    </EndpointForm>
  )
}
