import { createFileRoute } from '@tanstack/react-router'
import { PROCESSED_KIND } from '#web/allocation_grid/grid_kinds.ts'
import { AssignScreen } from '#web/allocation_grid/screen.tsx'

export const Route = createFileRoute('/samples/assign/processed/')({
  component: () => <AssignScreen kind={PROCESSED_KIND} />,
})
