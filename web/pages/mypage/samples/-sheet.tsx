import { ActionIcon, Drawer, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './samples.module.css'

/** Where there is no right column, an act comes from below. */
const ONE_COLUMN = '(max-width: 959.98px)'

interface SheetProps {
  title: ReactNode
  close: () => void
  children: ReactNode
}

/** The form of an act: a sheet from below on a phone, a card in the right column otherwise. */
export function Sheet({ title, close, children }: SheetProps) {
  const fromBelow = useMediaQuery(ONE_COLUMN, false, { getInitialValueInEffect: false })
  if (!fromBelow)
    return (
      <SheetCard title={title} close={close}>
        {children}
      </SheetCard>
    )
  return (
    <Drawer.Root opened onClose={close} position="bottom" size="auto">
      <Drawer.Overlay />
      <Drawer.Content className={classes.below!}>
        <Drawer.Header className={classes.belowHead!}>
          <Drawer.Title fw={600}>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" size="lg" />
        </Drawer.Header>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** Takes the focus when it opens, and gives it back to the button that opened it. */
function SheetCard({ title, close, children }: SheetProps) {
  const card = useRef<HTMLElement>(null)
  const id = useId()
  useEffect(() => {
    const opener = document.activeElement
    card.current?.querySelector<HTMLElement>('input:not([type=hidden]):enabled, textarea:enabled')?.focus()
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    <section
      ref={card}
      className={classes.sheet}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close()
      }}
    >
      <header className={classes.sheetHead}>
        <Title order={2} id={id}>
          {title}
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label="Close" onClick={close}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </header>
      <div className={classes.sheetBody}>{children}</div>
    </section>
  )
}
