import { Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Address } from '#domain/address.ts'
import { ScreenLink } from './screen_link.tsx'

/** A step of the way here: its label, and its address unless it is this very screen. */
export type Crumb = readonly [label: string, to?: Address]

interface PageProps {
  title: ReactNode
  breadcrumbs?: readonly Crumb[]
  /** Buttons at the right of the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of a screen: where we are, its heading, its actions, its content. */
export function Page({ title, breadcrumbs, actions, children }: PageProps) {
  return (
    <Stack gap="md">
      <header>
        {breadcrumbs && <Trail crumbs={breadcrumbs} />}
        <Group justify="space-between" align="center" gap="sm">
          <Title order={1} id="heading" tabIndex={-1} style={{ outline: 'none' }}>
            {title}
          </Title>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      </header>
      {children}
    </Stack>
  )
}

const Trail = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <Breadcrumbs component="nav" aria-label="Breadcrumb" separator="›" mb={4}>
    {crumbs.map(([label, to]) =>
      to ? (
        <ScreenLink key={label} to={to} size="sm">
          {label}
        </ScreenLink>
      ) : (
        <Text key={label} size="sm" c="dimmed" aria-current="page">
          {label}
        </Text>
      ),
    )}
  </Breadcrumbs>
)
