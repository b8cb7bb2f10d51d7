import { Group } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { Page } from '#web/ui/page.tsx'
import { LinkButton } from '#web/ui/screen_link.tsx'
import { Section } from '#web/ui/section.tsx'
import { SetupSteps } from '#web/ui/setup_steps.tsx'

export const Route = createFileRoute('/masters/')({ component: Masters })

function Masters() {
  return (
    <Page title="Master">
      <SetupSteps />
      <Section title="What proposals choose from">
        <Group gap="sm">
          <LinkButton to={address('/masters/keywords')}>Keyword Master</LinkButton>
          <LinkButton to={address('/masters/methods')}>Analysis Method Master</LinkButton>
        </Group>
      </Section>
      <Section title="The calls and the system">
        <Group gap="sm">
          <LinkButton to={address('/masters/terms')}>Terms</LinkButton>
          <LinkButton to={address('/masters/settings')}>Settings</LinkButton>
        </Group>
      </Section>
      <Section title="What happened">
        <Group gap="sm">
          <LinkButton to={address('/mail-log')} variant="default">
            Mail log
          </LinkButton>
          <LinkButton to={address('/audit-log')} variant="default">
            Audit log
          </LinkButton>
        </Group>
      </Section>
    </Page>
  )
}
