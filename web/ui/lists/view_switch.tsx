import { UnstyledButton } from '@mantine/core'
import { LIST_VIEWS, type ViewedList, type ViewOf } from '#domain/session/list_views.ts'
import classes from './view_switch.module.css'

interface ListViewSwitchProps<L extends ViewedList> {
  list: L
  view: ViewOf<L>
  choose: (view: ViewOf<L>) => void
}

/** Switches between the views of a list. */
export const ListViewSwitch = <L extends ViewedList>({ list, view, choose }: ListViewSwitchProps<L>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
  <div role="group" aria-label="View" className={classes.switch}>
    {Object.entries<string>(LIST_VIEWS[list]).map(([value, label]) => (
      <UnstyledButton
        key={value}
        className={classes.view}
        aria-pressed={value === view}
        onClick={() => choose(value as ViewOf<L>)}
      >
        {label}
      </UnstyledButton>
    ))}
  </div>
)
