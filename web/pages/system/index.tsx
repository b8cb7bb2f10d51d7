import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { CheckResult, SystemState } from '#domain/system/contract.ts'
import { utcTime } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { describeFailure } from '#web/lib/http/failures.ts'
import { useCall } from '#web/lib/http/query.ts'
import { load } from '#web/lib/routing/loaders.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { Lines, Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Checks } from './-checks.tsx'
import { Facts } from './-facts.tsx'
import { MaintenanceCard } from './-maintenance.tsx'
import { Addresses, Sizes } from './-sizes.tsx'
import classes from './-system.module.css'
import { Trouble } from './-trouble.tsx'

export const Route = createFileRoute('/system/')({ loader: load(api.system.show), component: System })

function System() {
  const reading = useCall(api.system.show)
  const checks = useCall(api.system.checks)
  const state = reading.data
  return (
    <Page
      title="System"
      beside={state && `${utcTime(state.at)} UTC`}
      actions={
        <>
          <CheckAgain />
          <LinkButton variant="default" to={address('/system/tokens')}>
            API tokens
          </LinkButton>
          <LinkButton variant="default" to={address('/system/web-hooks')}>
            Web hooks
          </LinkButton>
          <LinkButton variant="default" to={address('/mail-log')}>
            Mail log
          </LinkButton>
          <LinkButton variant="default" to={address('/audit-log')}>
            Audit log
          </LinkButton>
        </>
      }
    >
      <Loaded query={reading} skeleton={<Lines count={10} />}>
        {(shown) => (
          <>
            <Trouble mail={shown.mail} checks={checks.data?.checks ?? []} />
            <Facts state={shown} />
            <div className={classes.columns}>
              <Loaded query={checks} skeleton={<ChecksSkeleton />}>
                {(result: CheckResult) => <Checks result={result} />}
              </Loaded>
              <Cards state={shown} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}

const Cards = ({ state }: { state: SystemState }) => (
  <div className={classes.stack}>
    <Sizes sizes={state.sizes} days={state.sized_days} />
    <MaintenanceCard state={state} />
    <Addresses addresses={state.addresses} />
  </div>
)

const ChecksSkeleton = () => (
  <Section title="Checks">
    <Lines count={8} />
  </Section>
)

/** Runs the checks now, and reads everything else again. */
function CheckAgain() {
  const queries = useQueryClient()
  const banner = useBanner()
  const [busy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    try {
      const result = await api.system.checks({ query: { again: '1' } })
      queries.setQueryData(api.system.checks.key(), result)
      await queries.invalidateQueries({ queryKey: api.system.show.key() })
    } catch (error) {
      banner.show(...describeFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden />}
      loading={busy}
      onClick={() => void check()}
    >
      Check again
    </Button>
  )
}
