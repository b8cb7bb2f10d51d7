import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect } from 'react'
import { isTextEntry } from '#web/lib/screen/shortcuts.ts'
import classes from './search.module.css'
import { SearchDialog } from './search_dialog.tsx'

/** The search of the top bar: a button like a field; `/` and Ctrl-K or ⌘K open it from anywhere. */
export function SearchBox() {
  const [open, dialog] = useDisclosure(false)
  useSearchKeys(dialog.open)
  return (
    <>
      <UnstyledButton
        className={classes.box}
        onClick={dialog.open}
        aria-label="Search everything"
        aria-keyshortcuts="/ Control+K Meta+K"
        aria-haspopup="dialog"
      >
        <IconSearch size={16} aria-hidden />
        <span className={classes.word}>Search</span>
        <kbd className={classes.key} aria-hidden>
          /
        </kbd>
      </UnstyledButton>
      <SearchDialog open={open} close={dialog.close} />
    </>
  )
}

/** Calls `open` on the keys of the search, unless a dialog is open already. */
function useSearchKeys(open: () => void) {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      const command = event.ctrlKey || event.metaKey
      const wanted = command
        ? event.key.toLowerCase() === 'k'
        : event.key === '/' && !isTextEntry(event.target)
      if (!wanted || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [open])
}
