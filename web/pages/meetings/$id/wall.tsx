import { createFileRoute } from '@tanstack/react-router'
import { MeetingWall } from '../-wall/meeting_wall.tsx'

export const Route = createFileRoute('/meetings/$id/wall')({ component: WallScreen })

/** The wall for the projector, without menus. */
function WallScreen() {
  const { id } = Route.useParams()
  return <MeetingWall id={Number(id)} />
}
