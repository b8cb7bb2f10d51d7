import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { AriaAttributes, ReactNode, Ref } from 'react'
import { MessageHere } from './message.tsx'

interface RuledButtonProps extends ButtonProps, Pick<AriaAttributes, 'aria-keyshortcuts'> {
  ref?: Ref<HTMLButtonElement>
  /** Why this can not be done now, as the rule says it; null when it can. */
  why: string | null
  onClick: () => unknown
  children: ReactNode
}

/** A button that a rule may forbid: it then stays reachable and says why. What the server refuses stands beside it. */
export const RuledButton = ({ why, onClick, children, ...rest }: RuledButtonProps) => (
  <>
    <Tooltip
      label={why}
      disabled={why === null}
      multiline
      maw={320}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Button
        {...rest}
        aria-disabled={why !== null}
        data-disabled={why !== null || undefined}
        onClick={() => why === null && onClick()}
      >
        {children}
      </Button>
    </Tooltip>
    <MessageHere />
  </>
)
