import { existsSync } from 'node:fs'

const STYLES = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/u
const MAIN = /\/web\/main\.tsx$/u

/**
 * Lets each part of Mantine bring its own styles along, so that a screen loads those of the parts that it shows and of no
 * others. A part's module imports those it is made of before, and so their styles stand before its own. The server for
 * development makes one file of all of Mantine, in which no part is seen: there all styles come at once.
 */
export function mantineStyles() {
  let isBuild = true
  return {
    name: 'mantine-styles',
    configResolved: (config: { command: string }) => {
      isBuild = config.command === 'build'
    },
    transform(code: string, id: string) {
      if (!isBuild)
        return MAIN.test(id) ? { code: `import '@mantine/core/styles.layer.css'\n${code}`, map: null } : null
      const part = STYLES.exec(id)?.[1]
      if (!part) return null
      const sheet = `${id.split('/@mantine/core/')[0]}/@mantine/core/styles/${part}.layer.css`
      if (!existsSync(sheet)) throw new Error(`Mantine has no styles for its part ${part}.`)
      return {
        code: `import '@mantine/core/styles/${part}.layer.css'\n${code}`,
        map: null,
        moduleSideEffects: true,
      }
    },
  }
}
