import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { AriaAttributes, ReactNode, Ref } from 'react'
import { useWhyNotSave } from '#web/lib/session/why_not_save.ts'

export interface WriteButtonProps extends ButtonProps, Pick<AriaAttributes, 'aria-keyshortcuts'> {
  ref?: Ref<HTMLButtonElement>
  type?: 'submit'
  title?: string
  /** The reason why the action is not allowed now; null if it is. */
  why?: string | null
  /** False if nothing is saved, so that it is allowed whoever may not save now. */
  saves?: boolean
  onClick?: () => unknown
  children: ReactNode
}

/** A button that saves, sends or deletes. It stays focusable when that is not allowed, or nobody can save now, and shows why. */
export function WriteButton({ why = null, saves = true, onClick, children, ...rest }: WriteButtonProps) {
  const whyNotSave = useWhyNotSave()
  const reason = why ?? (saves ? whyNotSave : null)
  return (
    <Tooltip
      label={reason}
      disabled={reason === null}
      multiline
      maw={320}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Button
        {...rest}
        aria-disabled={reason !== null}
        data-disabled={reason !== null || undefined}
        onClick={(event) => (reason === null ? onClick?.() : event.preventDefault())}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
