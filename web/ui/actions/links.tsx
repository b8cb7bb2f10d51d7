import { Anchor, type AnchorProps, Button, type ButtonProps, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Address, address } from '#domain/address.ts'
import type { ObjectType } from '#domain/audit_actions.ts'
import { useNavigation } from '#web/lib/routing/navigation_context.tsx'
import { useIsOffice } from '#web/lib/session/session.ts'

interface To {
  to: Address
  children: ReactNode
}

/** A link to another screen. */
export function ScreenLink({ to, children, ...rest }: To & AnchorProps & { tabIndex?: number }) {
  const { Link } = useNavigation()
  return (
    <Anchor {...rest} renderRoot={(props) => <Link {...props} to={to} />}>
      {children}
    </Anchor>
  )
}

/** A link to another screen that looks like a button. */
export function LinkButton({ to, children, ...rest }: To & ButtonProps) {
  const { Link } = useNavigation()
  return (
    <Button {...rest} renderRoot={(props) => <Link {...props} to={to} />}>
      {children}
    </Button>
  )
}

interface HistoryLinkProps {
  object: ObjectType
  id: number | string
  children?: string
}

/** A link to an object's entries in the audit log, for the office. */
export const HistoryLink = ({ object, id, children = 'History' }: HistoryLinkProps) =>
  useIsOffice() && (
    <LinkButton variant="default" to={address('/audit-log', {}, { object, object_id: id })}>
      {children}
    </LinkButton>
  )

// A link does not include the punctuation that closes the sentence around it.
const LINK = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}。、）」])/giu

/** Plain text with line breaks and clickable URLs; never HTML. */
export const LinkedText = ({ children }: { children: string }) => (
  <Text component="div" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {children.split(LINK).map((part, position) =>
      position % 2 === 0 ? (
        part
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change under its keys
        <Anchor key={position} href={part} target="_blank" rel="noopener noreferrer">
          {part}
        </Anchor>
      ),
    )}
  </Text>
)
