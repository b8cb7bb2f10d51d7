import { Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { groupBy } from '#domain/group_by.ts'
import type { TemplateRow } from '#domain/mail_templates/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { load } from '#web/lib/routing/loaders.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { masterBreadcrumbs } from '../-breadcrumbs.ts'
import { ChangedMark } from './-list.tsx'
import classes from './-overview.module.css'

export const Route = createFileRoute('/masters/mail-templates/')({
  loader: load(api.mailTemplates.list),
  component: MailTemplates,
})

function MailTemplates() {
  const templates = useCall(api.mailTemplates.list)
  return (
    <Page title="Mail Templates" breadcrumbs={masterBreadcrumbs(['Mail Templates'])}>
      <Text c="dimmed" size="sm" maw="62ch">
        The words of every e-mail that the system sends. Group mails are written on their own. The signature
        and the office's address are in <ScreenLink to={address('/masters/settings')}>Settings</ScreenLink>.
      </Text>
      <Loaded query={templates}>
        {(rows) =>
          [...groupBy(rows, ({ group }) => group)].map(([group, members]) => (
            <Section key={group} title={group}>
              <ul className={classes.rows}>
                {members.map((row) => (
                  <Row key={row.name} {...row} />
                ))}
              </ul>
            </Section>
          ))
        }
      </Loaded>
    </Page>
  )
}

const Row = ({ name, label, when, changed, problem }: TemplateRow) => (
  <li>
    <ScreenLink to={address('/masters/mail-templates/$name', { name })}>{label}</ScreenLink>
    <span>{when}</span>
    <ChangedMark changed={changed} problem={problem} />
  </li>
)
