import { createFileRoute } from '@tanstack/react-router'
import { CONTACT_PAD } from '../../-grid/kinds.ts'
import { AssignScreen } from '../../-grid/screen.tsx'

export const Route = createFileRoute('/samples/assign/contact_pad/')({
  component: () => <AssignScreen kind={CONTACT_PAD} />,
})
