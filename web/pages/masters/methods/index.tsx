import { createFileRoute } from '@tanstack/react-router'
import { EntryListPage } from '../-entries/list.tsx'

export const Route = createFileRoute('/masters/methods/')({
  component: () => <EntryListPage list="methods" />,
})
