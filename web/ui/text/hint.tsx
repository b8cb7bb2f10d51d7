import { Tooltip } from '@mantine/core'
import { type FocusEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLazyMount } from '#web/lib/screen/lazy_mount.ts'
import classes from './hint.module.css'

interface HintProps {
  /** What is said more. */
  text: string
  /** Whether Tab comes to the text itself: it has no button in it. */
  stops: boolean
  children: ReactNode
}

/** A text about which more is said in a tooltip, which is made when somebody first points at it or comes to it by key. */
export function Hint({ text: says, stops, children }: HintProps) {
  const text = useRef<HTMLSpanElement>(null)
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
        ref={text}
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
      {made.mounted && <Tooltip target={text} opened={made.open} label={<span id={id}>{says}</span>} />}
    </>
  )
}
