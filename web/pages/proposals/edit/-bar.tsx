import { Anchor, Menu } from '@mantine/core'
import { IconCloudCheck, IconCloudUp } from '@tabler/icons-react'
import { address } from '#domain/address.ts'
import { NEEDED_TO_SUBMIT } from '#domain/proposals/rules.ts'
import { time } from '#web/lib/format/format.ts'
import { ButtonWithReason } from '#web/ui/actions/buttons.tsx'
import { LinkButton, ScreenLink } from '#web/ui/actions/links.tsx'
import { StickyBar } from '#web/ui/layout/sticky_bar.tsx'
import classes from './-edit_form.module.css'
import type { Missing } from './-missing.ts'

interface BarProps {
  missing: readonly Missing[]
  /** When the proposal was saved last; null before the first time. */
  saved_at: string | null
  /** Typed and not saved. */
  dirty: boolean
  waiting: boolean
  submitted: boolean
  whyNotSave: string | null
  goTo: (part: Missing) => void
  save: () => void
}

/** How the proposal stands, what is missing and the way on; Save stays at hand, however long the form. */
export const Bar = ({ missing, saved_at, dirty, waiting, submitted, whyNotSave, goTo, save }: BarProps) => (
  <StickyBar
    label="Save"
    actions={
      <>
        <LinkButton to={address('/mypage')} variant="default" disabled={waiting}>
          Cancel
        </LinkButton>
        <ButtonWithReason why={whyNotSave} disabled={waiting} onClick={save}>
          Save
        </ButtonWithReason>
      </>
    }
  >
    <div className={classes.standing}>
      {dirty ? <IconCloudUp size={16} aria-hidden /> : <IconCloudCheck size={16} aria-hidden />}
      <span className={dirty ? classes.unsaved : undefined} role="status">
        {dirty
          ? 'Not saved, kept as a draft on this device'
          : saved_at === null
            ? 'Not saved yet'
            : `Saved ${shortly(saved_at)}`}
      </span>
      {missing.length > 0 ? (
        <>
          <span aria-hidden>·</span>
          <MissingMenu missing={missing} goTo={goTo} />
        </>
      ) : (
        <>
          <span aria-hidden>·</span>
          <span>Nothing is missing</span>
        </>
      )}
      {!submitted && (
        <>
          <span aria-hidden>·</span>
          <ScreenLink to={address('/proposals/myproposal')}>Go to submit</ScreenLink>
        </>
      )}
    </div>
  </StickyBar>
)

const MissingMenu = ({ missing, goTo }: Pick<BarProps, 'missing' | 'goTo'>) => (
  // Whoever chooses one goes on in its field, not here.
  <Menu position="top-start" returnFocus={false} shadow="md">
    <Menu.Target>
      <Anchor component="button" type="button" fw={600} fz="inherit">
        {missing.length === 1 ? '1 thing missing' : `${missing.length} things missing`}
      </Anchor>
    </Menu.Target>
    <Menu.Dropdown>
      {missing.map((part) => (
        <Menu.Item key={part} onClick={() => goTo(part)}>
          {NEEDED_TO_SUBMIT[part]}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)

/** The time of today, the day and time of any other day. */
const shortly = (instant: string) => {
  const [on, at] = time(instant).split(' ')
  return on === time(new Date().toISOString()).split(' ')[0] ? at : `${on} ${at}`
}
