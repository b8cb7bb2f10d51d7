import { createFileRoute } from '@tanstack/react-router'
import { type Address, address } from '#domain/address.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { SetupSteps } from '#web/ui/home/setup_steps.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import classes from './-menu.module.css'

export const Route = createFileRoute('/masters/')({ component: Masters })

type MenuEntry = readonly [label: string, to: Address, description: string]

const CHOICES: readonly MenuEntry[] = [
  ['Keyword Master', address('/masters/keywords'), 'The keywords that proposals and searches choose from.'],
  ['Analysis Method Master', address('/masters/methods'), 'The methods that proposals choose from.'],
]
const PEOPLE: readonly MenuEntry[] = [
  [
    'Organisation Master',
    address('/masters/organisations'),
    'Which spellings of an affiliation are one organisation, and what it is a part of.',
  ],
]
const CALLS: readonly MenuEntry[] = [
  ['Terms', address('/masters/terms'), 'The dates of each call, which one is current and which are closed.'],
  [
    'Settings',
    address('/masters/settings'),
    'The office, addresses, guidance for proposers, the meaning of scores, reminders.',
  ],
  [
    'Mail Templates',
    address('/masters/mail-templates'),
    'The words of every e-mail that the system sends, with a preview.',
  ],
]
const LOGS: readonly MenuEntry[] = [
  ['Mail log', address('/mail-log'), 'Every e-mail: whether it was sent and, if not, why.'],
  ['Audit log', address('/audit-log'), 'Who changed what, and when.'],
]

function Masters() {
  return (
    <Page title="Master">
      <SetupSteps />
      <MenuSection title="What proposals choose from" entries={CHOICES} />
      <MenuSection title="Where people work" entries={PEOPLE} />
      <MenuSection title="The calls and the system" entries={CALLS} />
      <MenuSection title="What happened" entries={LOGS} />
    </Page>
  )
}

const MenuSection = ({ title, entries }: { title: string; entries: readonly MenuEntry[] }) => (
  <Section title={title}>
    <div className={classes.entries}>
      {entries.map(([label, to, description]) => (
        <div key={label} className={classes.entry}>
          <LinkButton to={to} variant="default">
            {label}
          </LinkButton>
          <span className={classes.description}>{description}</span>
        </div>
      ))}
    </div>
  </Section>
)
