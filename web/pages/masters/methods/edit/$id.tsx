import { createFileRoute } from '@tanstack/react-router'
import { EditEntryPage } from '../../-entries/form.tsx'

export const Route = createFileRoute('/masters/methods/edit/$id')({
  component: () => <EditEntryPage list="methods" id={Route.useParams().id} />,
})
