import { ActionIcon, Button, Checkbox, Drawer, Skeleton, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconBan,
  IconCheck,
  IconLock,
  IconPin,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState, useSyncExternalStore } from 'react'
import { address } from '#domain/address.ts'
import type { CellReasons } from '#domain/assign_reviewers/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useLazyMount } from '#web/lib/screen/lazy_mount.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import type { Place } from '#web/ui/grid/axes.ts'
import { ReportChip } from '#web/ui/report/report_status.tsx'
import type { CellCommands } from './-grid.tsx'
import { awayText, loadText } from './-heads.tsx'
import { type AssignModel, cellName } from './-model.ts'
import { WHAT_TAKE_DOES } from './-suggestions.tsx'
import classes from './reasons.module.css'

/** Shows the reasons of a cell and moves the focus to them. */
export interface ReasonsHandle {
  open: () => void
  /** A cell was tapped or clicked: where the panel is a sheet, it opens. */
  pick: () => void
}

interface ReasonsProps {
  ref: Ref<ReasonsHandle>
  model: AssignModel
  /** The active cell. */
  active: Place
  editable: boolean
  commands: CellCommands
  /** Goes to a cell; `focus` false leaves the focus where it is. */
  goTo: (place: Place, focus?: boolean) => void
}

/** Up to here the panel is a sheet over the grid, otherwise beside it. */
const NARROW = '(max-width: 74.99em)'
/** Holding an arrow key does not read the reasons of every cell on the way. */
const DELAY_MS = 200

/** The reasons of the active cell and what can be done with it. */
export function ReasonsPanel({ ref, ...panel }: ReasonsProps) {
  const wide = !useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const [sheet, setSheet] = useState(false)
  const made = useLazyMount(sheet)
  const element = useRef<HTMLElement>(null)
  useImperativeHandle(ref, () => ({
    open() {
      if (wide) element.current?.focus({ preventScroll: true })
      else setSheet(true)
    },
    pick() {
      if (!wide) setSheet(true)
    },
  }))
  const { model, active, goTo } = panel
  if (!model.rows[active.row] || !model.columns[active.column]) return null
  const name = `Reasons for ${cellName(model, active)}`
  if (!wide)
    return (
      made.mounted && (
        <Drawer
          opened={made.open}
          onClose={() => setSheet(false)}
          position="bottom"
          size="85%"
          title={name}
          closeButtonProps={{ 'aria-label': 'Close' }}
          styles={{ body: { padding: 0 } }}
        >
          <Reasons {...panel} />
        </Drawer>
      )
    )
  return (
    <section
      ref={element}
      className={classes.panel}
      aria-label={name}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        goTo(active)
      }}
    >
      <header>
        <h2>Reasons</h2>
        <SuggestionSteps {...panel} />
      </header>
      <Reasons {...panel} />
    </section>
  )
}

/** '1 of 23', and buttons to the suggestions before and after. */
function SuggestionSteps({ model, active, goTo }: Pick<ReasonsProps, 'model' | 'active' | 'goTo'>) {
  useSyncExternalStore(model.subscribe, model.getVersion)
  const open = model.openSuggestions()
  if (open.length === 0) return null
  const at = open.findIndex(({ place }) => place.row === active.row && place.column === active.column)
  const step = (by: 1 | -1) => {
    const next = at < 0 ? open[0]! : open[(at + by + open.length) % open.length]!
    goTo(next.place, false)
  }
  return (
    <>
      <span>{at < 0 ? `${open.length} suggestions` : `${at + 1} of ${open.length}`}</span>
      <ActionIcon
        variant="subtle"
        aria-label="Previous suggestion"
        title="Previous suggestion"
        onClick={() => step(-1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label="Next suggestion"
        title="Next suggestion"
        onClick={() => step(1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
    </>
  )
}

function Reasons({ model, active, editable, commands, goTo }: Omit<ReasonsProps, 'ref'>) {
  useSyncExternalStore(model.subscribe, model.getVersion)
  const reviewer = model.rows[active.row]!
  const proposal = model.columns[active.column]!
  const cell = model.cell(active)
  const away = awayText(reviewer)
  return (
    <>
      <div className={classes.part}>
        <p className={classes.who}>
          <b>{reviewer.name}</b> <span>{reviewer.affiliation}</span>
        </p>
        {away && <p className={classes.away}>{away}</p>}
        <p className={classes.title}>
          <ScreenLink inherit to={address('/proposals/detail/$id', { id: proposal.id }, { tab: 'tab-3' })}>
            {`${proposal.id}: ${proposal.title}`}
          </ScreenLink>
        </p>
      </div>
      {cell.blocked && !cell.report ? (
        <div className={`${classes.part} ${classes.line}`}>
          <IconLock size={14} aria-hidden /> Blocked by a conflict of interest
        </div>
      ) : (
        <FitReasons model={model} active={active} goTo={goTo} />
      )}
      {cell.report && (
        <div className={`${classes.part} ${classes.line}`}>
          <ReportChip of={cell.report} />
          <ScreenLink inherit to={address('/proposals/detail/$id', { id: proposal.id }, { tab: 'tab-3' })}>
            Reports of this proposal
          </ScreenLink>
        </div>
      )}
      {editable && !cell.report && !cell.blocked && (
        <CellButtons model={model} active={active} commands={commands} />
      )}
    </>
  )
}

/** The fit with its reasons, the limits, and who else fits. */
function FitReasons({ model, active, goTo }: Pick<ReasonsProps, 'model' | 'active' | 'goTo'>) {
  const [asked] = useDebouncedValue(active, DELAY_MS, { leading: true })
  const current = asked.row === active.row && asked.column === active.column
  const reasons = useCall(api.assignReviewers.reasons, { query: model.idsAt(active) }, { enabled: current })
  const { data } = reasons
  const { id } = model.columns[active.column]!
  return (
    <>
      <div className={classes.part}>
        <div className={classes.fit}>
          <b>{model.fit(active)}</b>
          <span>fit, of 100</span>
          {data?.best && <small>best free for {id}</small>}
        </div>
        {data ? (
          <ul className={classes.reasons} aria-label="Reasons">
            {data.reasons.map(({ text, detail, points }) => (
              <li key={`${text} ${detail}`}>
                <span>
                  {text}
                  {detail !== '' && <small>{detail}</small>}
                </span>
                <b>+{points}</b>
              </li>
            ))}
            {data.reasons.length === 0 && <li>Nothing in common was found.</li>}
          </ul>
        ) : (
          !reasons.error && <Skeleton height={72} mt={6} />
        )}
        {reasons.error && (
          <p>
            The reasons could not be loaded.{' '}
            <Button variant="default" size="compact-xs" onClick={() => void reasons.refetch()}>
              Try again
            </Button>
          </p>
        )}
      </div>
      {data && data.checks.length > 0 && (
        <Part title="Limits">
          <ul className={classes.checks}>
            {data.checks.map(({ kind, ok, text }) => (
              <li key={`${kind} ${text}`} data-bad={!ok || undefined}>
                {ok ? (
                  <IconCheck size={14} stroke={2.2} aria-hidden />
                ) : (
                  <IconX size={14} stroke={2.2} aria-hidden />
                )}
                <span>
                  {!ok && <VisuallyHidden>Not met: </VisuallyHidden>}
                  {text}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {data && data.next_best.length > 0 && (
        <Part title={`Next best for ${id}`}>
          <NextBest of={data} model={model} goTo={goTo} />
        </Part>
      )}
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={classes.part}>
    <h3>{title}</h3>
    {children}
  </div>
)

const NextBest = ({ of, model, goTo }: { of: CellReasons } & Pick<ReasonsProps, 'model' | 'goTo'>) => (
  <ul className={classes.next}>
    {of.next_best.map(({ user_id, name, fit, unjudged, ...load }) => {
      const place = model.placeOf({ user_id, proposal_id: of.proposal_id })
      return (
        <li key={user_id}>
          <b>{fit}</b>
          <button
            type="button"
            data-bad={unjudged || undefined}
            disabled={place === null}
            onClick={() => place && goTo(place, false)}
          >
            {unjudged && <IconAlertTriangle size={14} role="img" aria-label="Conflict to judge:" />} {name}
          </button>
          <small>{loadText(load)}</small>
        </li>
      )
    })}
  </ul>
)

/** Take, Fix and Forbid; a possible conflict must be acknowledged first. */
function CellButtons({ model, active, commands }: Pick<ReasonsProps, 'model' | 'active' | 'commands'>) {
  const why = model.whyNotTake(active)
  const mark = model.markAt(active)?.mark ?? null
  const unjudged = model.isUnjudged(active)
  const wants = model.wantsAcknowledgement(active) ? ACKNOWLEDGE : null
  const name = model.rows[active.row]!.name
  return (
    <>
      {unjudged && (
        <div className={`${classes.part} ${classes.warning}`}>
          <p>
            <IconAlertTriangle size={14} aria-hidden /> A possible conflict of interest has not been judged.{' '}
            <ScreenLink inherit to={address('/reviewers/conflicts')}>
              Judge it
            </ScreenLink>
          </p>
          <Checkbox
            label={`I have seen this and still want to ask ${name}`}
            checked={model.isAcknowledged(active)}
            disabled={mark === 'fixed'}
            onChange={(event) => model.acknowledge(active, event.currentTarget.checked)}
          />
        </div>
      )}
      <div className={`${classes.part} ${classes.buttons}`}>
        <WriteButton
          variant="default"
          why={why ?? (mark === 'forbidden' ? FORBIDDEN : wants)}
          title={WHAT_TAKE_DOES}
          aria-keyshortcuts="T"
          onClick={() => commands.take(active)}
        >
          Take
        </WriteButton>
        <MarkButton
          on={mark === 'fixed'}
          letter="F"
          why={why ?? (mark === 'fixed' ? null : wants)}
          press={() => commands.fix(active)}
        >
          <IconPin size={16} aria-hidden />
          {mark === 'fixed' ? 'Fixed' : 'Fix'}
        </MarkButton>
        <MarkButton on={mark === 'forbidden'} letter="X" why={why} press={() => commands.forbid(active)}>
          <IconBan size={16} aria-hidden />
          {mark === 'forbidden' ? 'Forbidden' : 'Forbid'}
        </MarkButton>
      </div>
    </>
  )
}

export const ACKNOWLEDGE = 'Acknowledge the possible conflict of interest first.'
export const FORBIDDEN = 'It is forbidden by hand. Press Forbidden to clear that first.'

interface MarkButtonProps {
  on: boolean
  letter: string
  why: string | null
  press: () => void
  children: ReactNode
}

const MarkButton = ({ on, letter, why, press, children }: MarkButtonProps) => (
  <WriteButton
    variant={on ? 'light' : 'default'}
    // A mark that is there can always be cleared.
    why={on ? null : why}
    saves={false}
    aria-pressed={on}
    aria-keyshortcuts={letter}
    title={on ? 'Press again to clear it' : undefined}
    onClick={press}
  >
    <span className={classes.icon}>{children}</span>
  </WriteButton>
)
