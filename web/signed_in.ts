import './shell/frames.tsx'
// What the screens ask for is known before they are.
import './lib/http/all_endpoints.ts'

export { routeTree } from './routeTree.gen.ts'
