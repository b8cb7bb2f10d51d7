import { createFileRoute } from '@tanstack/react-router'
import { TRANSPOSED } from '../-grid/kinds.ts'
import { AssignScreen } from '../-grid/screen.tsx'

export const Route = createFileRoute('/samples/assign/')({
  component: () => <AssignScreen kind={TRANSPOSED} />,
})
