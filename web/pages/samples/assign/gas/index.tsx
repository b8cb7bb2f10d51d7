import { createFileRoute } from '@tanstack/react-router'
import { GAS } from '../../-grid/kinds.ts'
import { AssignScreen } from '../../-grid/screen.tsx'

export const Route = createFileRoute('/samples/assign/gas/')({
  component: () => <AssignScreen kind={GAS} />,
})
