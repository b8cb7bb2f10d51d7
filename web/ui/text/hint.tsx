import { Tooltip } from '@mantine/core'
import { type FocusEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLazyMount } from '#web/lib/screen/lazy_mount.ts'
import classes from './hint.module.css'

interface HintProps {
  text: string
  /** Makes the text focusable; for text without a button in it. */
  stops: boolean
  children: ReactNode
}

/** A text with a tooltip, which is only mounted on first hover or focus. */
export function Hint({ text, stops, children }: HintProps) {
  const element = useRef<HTMLSpanElement>(null)
  const id = useId()
  const [open, setOpen] = useState(false)
  const made = useLazyMount(open)
  useEffect(() => {
    if (!open) return
    const pressed = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [open])
  const come = ({ target }: FocusEvent) => target.matches(':focus-visible') && setOpen(true)
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here, more is said */}
      <span
        ref={element}
        className={classes.hinted}
        tabIndex={stops ? 0 : undefined}
        aria-describedby={made.open ? id : undefined}
        onMouseEnter={() => setOpen(true)}
        onMouseLeave={() => setOpen(false)}
        onFocus={come}
        onBlur={() => setOpen(false)}
      >
        {children}
      </span>
      {made.mounted && <Tooltip target={element} opened={made.open} label={<span id={id}>{text}</span>} />}
    </>
  )
}
