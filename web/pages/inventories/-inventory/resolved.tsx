import { address } from '#domain/address.ts'
import type { Inventory } from '#domain/custody/inventories/contract.ts'
import { day } from '#web/lib/format/format.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import classes from './inventory.module.css'

/** What was done about differences, newest first. */
export const ResolvedEntries = ({ inventory: { resolved } }: { inventory: Inventory }) =>
  resolved.length > 0 && (
    <Section title="Resolved" flush aside={String(resolved.length)}>
      <ul className={classes.resolved}>
        {resolved.map((row) => (
          <li key={row.id}>
            {row.address === null || row.db_type === null ? (
              <span>{row.name}</span>
            ) : (
              <SampleName
                asteroid={row.db_type}
                name={
                  <ScreenLink inherit to={address('/pieces/$id', { id: row.address })}>
                    {row.name}
                  </ScreenLink>
                }
              />
            )}
            <span>{row.resolution}</span>
            <span>{`${row.resolved_by}, ${day(row.resolved_at)}`}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
