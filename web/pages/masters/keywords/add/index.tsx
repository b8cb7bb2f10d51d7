import { createFileRoute } from '@tanstack/react-router'
import { AddEntryPage } from '../../-entries/form.tsx'

export const Route = createFileRoute('/masters/keywords/add/')({
  component: () => <AddEntryPage list="keywords" />,
})
