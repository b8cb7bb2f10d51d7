import { Tabs } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface Tab {
  label: string
  content: ReactNode
  disabled?: boolean
}

/** Tabs that the address preselects: `?tab=tab-1` is the first. */
export function QueryTabs({ tabs }: { tabs: readonly Tab[] }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const asked = (search as { tab?: unknown }).tab
  const names = tabs.map((_, position) => `tab-${position + 1}`)
  const shown = names.find((name, position) => name === asked && !tabs[position]?.disabled) ?? 'tab-1'
  return (
    <Tabs
      value={shown}
      onChange={(tab) => void navigate({ to: '.', search: { ...search, tab } as never, replace: true })}
      keepMounted={false}
    >
      <Tabs.List>
        {tabs.map(({ label, disabled }, position) => (
          <Tabs.Tab key={label} value={names[position]!} disabled={disabled}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ label, content }, position) => (
        <Tabs.Panel key={label} value={names[position]!} pt="md">
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
