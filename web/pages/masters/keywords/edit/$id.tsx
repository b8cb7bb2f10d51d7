import { createFileRoute } from '@tanstack/react-router'
import { EditEntryPage } from '../../-entries/form.tsx'

export const Route = createFileRoute('/masters/keywords/edit/$id')({
  component: () => <EditEntryPage list="keywords" id={Route.useParams().id} />,
})
