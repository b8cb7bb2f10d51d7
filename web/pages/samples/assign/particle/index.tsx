import { createFileRoute } from '@tanstack/react-router'
import { PARTICLE_KIND } from '#web/allocation_grid/grid_kinds.ts'
import { AssignScreen } from '#web/allocation_grid/screen.tsx'

export const Route = createFileRoute('/samples/assign/particle/')({
  component: () => <AssignScreen kind={PARTICLE_KIND} />,
})
