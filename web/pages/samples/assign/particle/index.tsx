import { createFileRoute } from '@tanstack/react-router'
import { PARTICLE } from '../../-grid/kinds.ts'
import { AssignScreen } from '../../-grid/screen.tsx'

export const Route = createFileRoute('/samples/assign/particle/')({
  component: () => <AssignScreen kind={PARTICLE} />,
})
