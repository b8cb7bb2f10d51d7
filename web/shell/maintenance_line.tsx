import { IconTool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { maintenanceQuery, untilText } from '#web/lib/session/maintenance.ts'
import classes from './maintenance_line.module.css'

/** Shown on every screen, to everyone, while nobody can save. */
export function MaintenanceLine({ ref, over }: { ref?: Ref<HTMLDivElement>; over?: number }) {
  const maintenance = useQuery(maintenanceQuery).data
  // The live region exists before it has content, so that screen readers announce it.
  return (
    <div
      ref={ref}
      role="status"
      style={over === undefined ? undefined : { position: 'absolute', inset: `auto 0 ${over}px` }}
    >
      {maintenance && (
        <div className={classes.line}>
          <IconTool className={classes.icon} size={16} stroke={1.6} aria-hidden />
          <span>
            <b>{`Maintenance until ${untilText(maintenance.until)}:`}</b> you can read, but nobody can save.
            What you type is kept in this browser.
            {maintenance.reason && ` Reason: ${maintenance.reason}`}
          </span>
        </div>
      )}
    </div>
  )
}
