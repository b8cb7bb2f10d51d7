import { createFileRoute } from '@tanstack/react-router'
import { PROCESSED } from '../../-grid/kinds.ts'
import { AssignScreen } from '../../-grid/screen.tsx'

export const Route = createFileRoute('/samples/assign/processed/')({
  component: () => <AssignScreen kind={PROCESSED} />,
})
