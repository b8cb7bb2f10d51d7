import { createFileRoute } from '@tanstack/react-router'
import { MeetingPage } from '../-member/meeting_page.tsx'

export const Route = createFileRoute('/meetings/$id/')({ component: PanelMeeting })

function PanelMeeting() {
  const { id } = Route.useParams()
  return <MeetingPage key={id} id={id} />
}
