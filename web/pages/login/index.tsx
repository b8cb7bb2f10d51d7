import { createFileRoute } from '@tanstack/react-router'
import { Login } from './-login.tsx'

// In the first script: it is the first screen of most visits.
export const Route = createFileRoute('/login/')({ codeSplitGroupings: [], component: Login })
