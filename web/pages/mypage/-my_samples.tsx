import { Group, Text } from '@mantine/core'
import { address } from '#domain/address.ts'
import { loanStatus } from '#domain/custody/loans/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { heldText, OwedList, useOwedInventory } from '#web/ui/custody/owed.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import classes from './-home.module.css'

/** What the proposer holds and owes; nothing without a loan and while no inventory asks them. */
export function MySamples() {
  const mine = useCall(api.loans.mine, {}, { staleTime: 0 }).data
  const open = mine?.loans.filter(({ state }) => loanStatus.of(state).open) ?? []
  const inventory = useOwedInventory()
  if (!mine || (open.length === 0 && !inventory)) return null
  const owes = mine.owed.length > 0 || inventory !== null
  return (
    <Section title="My samples" aside={heldText(open)} flush>
      {owes && <OwedList owed={mine.owed} inventory={inventory} />}
      <Group gap="sm" className={classes.samples!}>
        <LinkButton variant="default" to={address('/mypage/samples')}>
          My samples
        </LinkButton>
        {!owes && (
          <Text size="sm" c="dimmed">
            Nothing is due.
          </Text>
        )}
      </Group>
    </Section>
  )
}
