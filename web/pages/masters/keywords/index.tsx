import { createFileRoute } from '@tanstack/react-router'
import { EntryListPage } from '../-entries/list.tsx'

export const Route = createFileRoute('/masters/keywords/')({
  component: () => <EntryListPage list="keywords" />,
})
