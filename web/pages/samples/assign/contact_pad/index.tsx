import { createFileRoute } from '@tanstack/react-router'
import { CONTACT_PAD_KIND } from '#web/allocation_grid/grid_kinds.ts'
import { AssignScreen } from '#web/allocation_grid/screen.tsx'

export const Route = createFileRoute('/samples/assign/contact_pad/')({
  component: () => <AssignScreen kind={CONTACT_PAD_KIND} />,
})
