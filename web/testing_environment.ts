import { builtinEnvironments, type Environment } from 'vitest/runtime'
import { answerStylesQuickly } from './testing/quick_style.ts'

// React in development tells the profiler of every component and element. Nobody listens here, and it is a sixth of the time.
Object.assign(console, { timeStamp: undefined, createTask: undefined })

const { jsdom } = builtinEnvironments
const ArrayBufferOfNode = globalThis.ArrayBuffer

/** A browser's window over Node's modules: pages and the real server run side by side. */
const environment: Environment = {
  ...jsdom,
  name: 'window',
  viteEnvironment: 'ssr',
  async setup(global, options) {
    const made = await jsdom.setup(global, options)
    answerStylesQuickly(global.document.defaultView)
    global.getComputedStyle = global.document.defaultView.getComputedStyle
    // The server's cryptography asks whether what Node gave it is one.
    global.ArrayBuffer = ArrayBufferOfNode
    return made
  },
}

export default environment
