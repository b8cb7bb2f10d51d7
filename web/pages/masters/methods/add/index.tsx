import { createFileRoute } from '@tanstack/react-router'
import { AddEntryPage } from '../../-entries/form.tsx'

export const Route = createFileRoute('/masters/methods/add/')({
  component: () => <AddEntryPage list="methods" />,
})
