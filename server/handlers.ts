import { applicantRoutes } from './applicants/routes.ts'
import { downloadRoutes } from './downloads/routes.ts'
import { masterRoutes } from './masters/routes.ts'
import { sampleRoutes } from './samples/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { termRoutes } from './terms/routes.ts'

/** The handlers of every area, as the contract names them. */
export const handlers = {
  session: sessionRoutes,
  samples: sampleRoutes,
  terms: termRoutes,
  masters: masterRoutes,
  applicants: applicantRoutes,
  downloads: downloadRoutes,
}
