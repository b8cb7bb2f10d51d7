import { builtinEnvironments, type Environment } from 'vitest/runtime'

// React in development tells the profiler of every component and element. Nobody listens here, and it is a sixth of the time.
Object.assign(console, { timeStamp: undefined, createTask: undefined })

/** A browser's window over Node's modules: pages and the real server run side by side. */
const environment: Environment = { ...builtinEnvironments.jsdom, name: 'window', viteEnvironment: 'ssr' }

export default environment
