import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** A browser's window over Node's modules: pages and the real server run side by side. */
const environment: Environment = { ...builtinEnvironments.jsdom, name: 'window', viteEnvironment: 'ssr' }

export default environment
