import { createFileRoute } from '@tanstack/react-router'
import { GAS_KIND } from '#web/allocation_grid/grid_kinds.ts'
import { AssignScreen } from '#web/allocation_grid/screen.tsx'

export const Route = createFileRoute('/samples/assign/gas/')({
  component: () => <AssignScreen kind={GAS_KIND} />,
})
