import { SampleName } from '#web/ui/text/asteroid.tsx'
import type { GridRequest } from './answers.ts'
import { requestText } from './words.ts'

/** A request in one line: its priority, the sign of its asteroid, and what it asks for. */
export const Request = ({ of: request }: { of: GridRequest }) => (
  <>
    {request.priority} <SampleName asteroid={request.db_type} name={requestText(request)} />
  </>
)
