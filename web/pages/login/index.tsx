import { createFileRoute, useSearch } from '@tanstack/react-router'
import { useTabTitle } from '#web/lib/routing/tab_title.ts'
import { Login } from './-login.tsx'

// In the first script, with the screen itself.
export const Route = createFileRoute('/login/')({ codeSplitGroupings: [], component: RoutedLogin })

/** The sign-in screen for one who comes from another screen. */
function RoutedLogin() {
  useTabTitle()
  return <Login query={useSearch({ strict: false })} />
}
