import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Address } from '#domain/address.ts'
import { target } from '#web/lib/routing/navigation.ts'

interface To {
  to: Address
  children: ReactNode
}

/** A link to another screen. */
export const ScreenLink = ({ to, children, ...rest }: To & AnchorProps) => (
  <Anchor {...rest} renderRoot={(props) => <Link {...props} {...target(to)} />}>
    {children}
  </Anchor>
)

/** A link to another screen that looks like a button. */
export const LinkButton = ({ to, children, ...rest }: To & ButtonProps) => (
  <Button {...rest} renderRoot={(props) => <Link {...props} {...target(to)} />}>
    {children}
  </Button>
)
