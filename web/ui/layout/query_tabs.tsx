import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './query_tabs.module.css'

export interface Tab {
  label: string
  count?: ReactNode
  content: ReactNode
  disabled?: boolean
}

/** The tab in the address of the screen that is shown, 'tab-1' by default. On the way to another screen it stays. */
export function useTab(): string {
  const { tab } = useSearch({ strict: false }) as { tab?: unknown }
  return typeof tab === 'string' && /^tab-\d$/u.test(tab) ? tab : 'tab-1'
}

/** Tabs whose selection is in the address: `?tab=tab-1` is the first. */
export function QueryTabs({ tabs }: { tabs: readonly Tab[] }) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const asked = useTab()
  const names = tabs.map((_, position) => `tab-${position + 1}`)
  const shown = names.find((name, position) => name === asked && !tabs[position]?.disabled) ?? 'tab-1'
  return (
    <Tabs
      value={shown}
      onChange={(tab) => void navigate({ to: '.', search: { ...search, tab } as never, replace: true })}
      keepMounted={false}
    >
      <Tabs.List className={classes.list}>
        {tabs.map(({ label, count, disabled }, position) => (
          <Tabs.Tab key={label} className={classes.tab} value={names[position]!} disabled={disabled}>
            {label}
            {count !== undefined && count !== null && (
              <>
                {' '}
                <span className={classes.count}>{count}</span>
              </>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ label, content }, position) => (
        <Tabs.Panel key={label} value={names[position]!} className={classes.panel}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
