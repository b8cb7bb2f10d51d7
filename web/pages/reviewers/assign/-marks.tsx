import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconChecks,
  IconLock,
  IconMail,
  IconPin,
  IconPlus,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import {
  REPORT_ACCEPTED,
  REPORT_DECLINED,
  REPORT_NOT_REQUESTED,
  REPORT_REQUESTED,
  REPORT_SUBMITTED,
  type ReportStatus,
  reportStatus,
} from '#domain/reports/status.ts'
import type { CellState } from './-model.ts'
import classes from './marks.module.css'

/** What a cell shows beside its fit. */
export type MarkKind = 'suggested' | 'fixed' | 'forbidden' | 'unjudged' | ReportStatus

const ICONS: Record<MarkKind, readonly [icon: TablerIcon, style: string | undefined]> = {
  suggested: [IconPlus, classes.suggested],
  fixed: [IconPin, classes.filled],
  forbidden: [IconBan, classes.black],
  unjudged: [IconAlertTriangle, classes.red],
  [REPORT_NOT_REQUESTED]: [IconCheck, classes.filled],
  [REPORT_REQUESTED]: [IconMail, classes.blue],
  [REPORT_ACCEPTED]: [IconCheck, classes.orange],
  [REPORT_SUBMITTED]: [IconChecks, classes.green],
  [REPORT_DECLINED]: [IconX, classes.black],
}

/** The mark of a cell, or null: its report, else what is set by hand, suggested or not judged. */
export function markOf({ report, mark, suggested, unjudged }: CellState): MarkKind | null {
  if (report) return report.status
  return mark ?? (suggested ? 'suggested' : unjudged ? 'unjudged' : null)
}

/** A mark as a small box with an icon; the text is in the name of its cell. */
export function MarkBox({ kind, changed = false }: { kind: MarkKind; changed?: boolean }) {
  const [Icon, style] = ICONS[kind]
  return (
    <span aria-hidden className={`${classes.box} ${style} ${changed ? classes.changed : ''}`}>
      <Icon size={12} stroke={2.2} />
    </span>
  )
}

const KINDS: readonly (readonly [MarkKind, string])[] = [
  ['suggested', 'suggested'],
  ...(
    [REPORT_NOT_REQUESTED, REPORT_REQUESTED, REPORT_ACCEPTED, REPORT_SUBMITTED, REPORT_DECLINED] as const
  ).map((status) => [status, reportStatus.label(status)] as const),
  ['unjudged', 'conflict to judge'],
]

/** The meaning of the marks, and the keys. */
export const MarkLegend = ({ keys }: { keys: string }) => (
  <ul className={classes.legend} aria-label="Legend">
    {KINDS.map(([kind, label]) => (
      <li key={kind}>
        <MarkBox kind={kind} />
        {label}
      </li>
    ))}
    <li>
      <IconLock size={14} aria-hidden className={classes.lock} />
      blocked
    </li>
    <li>
      <MarkBox kind="fixed" changed />
      fixed (not saved)
    </li>
    <li>
      <MarkBox kind="forbidden" />
      forbidden
    </li>
    <li className={classes.keys}>{keys}</li>
  </ul>
)
