import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { reviewers } from '#domain/access.ts'
import { address } from '#domain/address.ts'
import { startPage } from '#domain/session/rules.ts'
import type { Profile } from '#domain/users/contract.ts'
import { sameEmail } from '#domain/users/person.ts'
import { whyNotChangeOwnEmail } from '#domain/users/rules.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { load } from '#web/lib/routing/loaders.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useHasRole, useUser } from '#web/lib/session/session.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { MessageDialog } from '#web/ui/dialogs/dialog.tsx'
import { EndpointForm } from '#web/ui/forms/endpoint_form.tsx'
import { PersonFields } from '#web/ui/forms/people_fields.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { OwnRelations } from '#web/ui/report/relations.tsx'
import { ReviewerProfile } from './-reviewer_profile.tsx'

export const Route = createFileRoute('/myprofile/')({
  loader: load(api.users.myProfile),
  component: MyProfile,
})

function MyProfile() {
  const profile = useCall(api.users.myProfile)
  const { confirm } = useLocation().search as { confirm?: unknown }
  const reviewer = useHasRole('reviewer')
  const concerned = useHasRole(...reviewers)
  return (
    <Page title="Edit Profile">
      <Loaded query={profile} fresh>
        {(data) => (
          <>
            {typeof confirm === 'string' && <NewEmail profile={data} token={confirm} />}
            <ProfileForm key={data.email} profile={data} />
          </>
        )}
      </Loaded>
      {reviewer && <ReviewerProfile />}
      {concerned && <OwnRelations />}
    </Page>
  )
}

/** The mailed link leads here: the new e-mail counts once this is pressed. */
function NewEmail({ profile, token }: { profile: Profile; token: string }) {
  const go = useGo()
  const confirm = useAction(api.users.saveMyProfile, {
    onDone: () => void go(address('/myprofile'), { replace: true }),
  })
  return (
    <Section title="New e-mail address">
      <Text mb="sm">{`Your e-mail address is ${profile.email}. Press Confirm to change it to the new one.`}</Text>
      <WriteButton
        loading={confirm.pending}
        onClick={() => void confirm.run({ body: { ...profile, email_token: token } })}
      >
        Confirm
      </WriteButton>
    </Section>
  )
}

const PAUSE = 1000

function ProfileForm({ profile }: { profile: Profile }) {
  const go = useGo()
  const { role } = useUser()
  const start = () => void go(startPage(role))
  const [asked, setAsked] = useState<string | null>(null)
  const [saved, setSaved] = useState(false)
  // Beside the form, whose draft is kept on the device.
  const [password, setPassword] = useState('')
  const form = useEndpointForm(api.users.saveMyProfile, {
    initial: profile,
    toBody: (values) => ({ ...values, ...(password !== '' && { password }) }),
    draft: 'myprofile',
    conflict: { load: () => api.users.myProfile() },
    success: false,
    onDone: (_, { email }) => setAsked(sameEmail(email, profile.email) ? '' : email),
  })
  useEffect(() => {
    if (asked === null) return
    const timer = setTimeout(() => setSaved(true), PAUSE)
    return () => clearTimeout(timer)
  }, [asked])
  return (
    <EndpointForm form={form}>
      <Section>
        <Stack gap="md">
          <PersonFields form={form.fields} own whyNotEmail={whyNotChangeOwnEmail({ roles: role })} />
          {!sameEmail(form.fields.getValues().email, profile.email) && (
            <PasswordInput
              label="Password"
              description="Needed to change your e-mail address."
              withAsterisk
              maw={400}
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={form.fields.errors.password}
            />
          )}
          <Group gap="sm">
            <WriteButton type="submit" loading={form.waiting}>
              Save
            </WriteButton>
            <Button variant="default" onClick={start}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </Section>
      <MessageDialog open={saved} button="Back" onClose={start}>
        Saved successfully
        {asked && (
          <Text mt="xs">{`To change your e-mail address, open the link that we have e-mailed to ${asked}.`}</Text>
        )}
      </MessageDialog>
    </EndpointForm>
  )
}
