import { memo } from 'react'
import { address } from '#domain/address.ts'
import type { GridProposal, GridReviewer } from '#domain/assign_reviewers/contract.ts'
import { utcDay } from '#domain/reports/due.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import type { Zoom } from '#web/ui/grid/sizes.ts'
import { isAtLimit } from './-model.ts'
import classes from './heads.module.css'

interface HeadProps {
  of: 'row' | 'column'
  zoom: Zoom
}

/** '4 of 6', or '4' without a limit. */
export const loadText = ({ load, limit }: { load: number; limit: number | null }) =>
  limit === null ? `${load}` : `${load} of ${limit}`

/** 'away to 03-01', or 'away 02-10 to 03-01' for an absence to come; null without one. */
export function awayText(
  { absences }: Pick<GridReviewer, 'absences'>,
  today = utcDay(new Date()),
): string | null {
  const next = absences
    .filter(({ until_day }) => until_day >= today)
    .sort((a, b) => (a.from_day < b.from_day ? -1 : 1))[0]
  if (!next) return null
  const short = (day: string) => day.slice(5)
  return next.from_day <= today
    ? `away to ${short(next.until_day)}`
    : `away ${short(next.from_day)} to ${short(next.until_day)}`
}

/** A reviewer: name and load; affiliation and what they know, or when they are away. */
export const ReviewerHead = memo(function ReviewerHead({
  of,
  zoom,
  reviewer,
}: HeadProps & { reviewer: GridReviewer }) {
  const away = awayText(reviewer)
  const full = isAtLimit(reviewer)
  const knows = reviewer.expertise || reviewer.methods.join(', ') || reviewer.keywords.join(', ')
  const title = [reviewer.name, reviewer.affiliation, knows, away, reviewer.why_not]
    .filter(Boolean)
    .join('\n')
  const name = (
    <ScreenLink
      to={address('/reviewers/detail/$id', { id: reviewer.id })}
      tabIndex={-1}
      inherit
      className={classes.name}
    >
      {reviewer.name}
    </ScreenLink>
  )
  if (of === 'column')
    return (
      <div className={classes.column} title={title}>
        <span className={classes.two}>{name}</span>
        {zoom !== 'small' && <span className={classes.cut}>{away ?? knows}</span>}
        <span className={full ? classes.full : undefined}>{loadText(reviewer)}</span>
      </div>
    )
  return (
    <div className={classes.row} title={title}>
      <div className={classes.first}>
        {name}
        <span aria-hidden className={classes.load} data-full={full || undefined}>
          <i style={{ width: `${loadShare(reviewer)}%` }} />
        </span>
        <span className={full ? `${classes.figure} ${classes.full}` : classes.figure}>
          {loadText(reviewer)}
        </span>
      </div>
      <div className={classes.second}>
        <span className={classes.cut}>{reviewer.affiliation}</span>
        <span className={away ? `${classes.knows} ${classes.away}` : classes.knows}>{away ?? knows}</span>
      </div>
      {zoom === 'large' && (
        <div className={classes.second}>
          <span className={classes.cut}>{reviewer.keywords.join(', ')}</span>
        </div>
      )}
    </div>
  )
})

const loadShare = ({ load, limit }: GridReviewer) =>
  limit === null ? 0 : limit === 0 ? 100 : Math.min(100, (100 * load) / limit)

interface ProposalHeadProps extends HeadProps {
  proposal: GridProposal
  /** Reports that it is to have; null while that limit is off. */
  wanted: number | null
}

/** A proposal: number, proposer, a dash for each report wanted, filled for those it has; with more space its title. */
export const ProposalHead = memo(function ProposalHead({ of, zoom, proposal, wanted }: ProposalHeadProps) {
  const { id, title, name, last_name, affiliation } = proposal
  const link = (
    <ScreenLink
      to={address('/proposals/detail/$id', { id }, { tab: 'tab-3' })}
      tabIndex={-1}
      inherit
      className={classes.id}
    >
      {id}
    </ScreenLink>
  )
  const hint = `${id}: ${title}\n${name}, ${affiliation}`
  if (of === 'column')
    return (
      <div className={classes.column} title={hint}>
        {link}
        <span className={classes.cut}>{last_name || name}</span>
        {zoom !== 'small' && (
          <span className={zoom === 'large' ? `${classes.two} ${classes.three}` : classes.two}>{title}</span>
        )}
        <Pips of={proposal} wanted={wanted} />
      </div>
    )
  return (
    <div className={classes.row} title={hint}>
      <div className={classes.first}>
        {link}
        <span className={`${classes.name} ${classes.cut}`}>{name}</span>
        <Pips of={proposal} wanted={wanted} />
      </div>
      <div className={classes.second}>
        <span className={classes.cut}>{title}</span>
      </div>
      {zoom === 'large' && (
        <div className={classes.second}>
          <span className={classes.cut}>{affiliation}</span>
        </div>
      )}
    </div>
  )
})

/** More dashes than these would not fit into a column. */
const MAX_PIPS = 4

function Pips({ of: { reports, closed }, wanted }: { of: GridProposal; wanted: number | null }) {
  const label = wanted === null ? `${reports} reports` : `${reports} of ${wanted} reports`
  if (closed) return <span className={classes.pips}>scored</span>
  if (wanted === null || Math.max(wanted, reports) > MAX_PIPS)
    return (
      <span role="img" aria-label={label} className={classes.pips}>
        {wanted === null ? reports : `${reports}/${wanted}`}
      </span>
    )
  return (
    <span role="img" aria-label={label} className={classes.pips}>
      {Array.from({ length: Math.max(wanted, reports) }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the dashes are alike
        <i key={n} data-on={n < reports || undefined} />
      ))}
    </span>
  )
}
