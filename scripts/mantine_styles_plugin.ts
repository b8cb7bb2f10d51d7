import { existsSync } from 'node:fs'

const STYLES = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/u
const MAIN = /\/web\/main\.tsx$/u

/**
 * Imports the style sheet of each Mantine component with the component. Mantine itself offers all of its styles (33 kB) or
 * a list kept by hand. A component's module imports those it is made of first, so their styles precede its own. The
 * development server bundles Mantine into one file, without its modules: there all styles are imported at once.
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
      const component = STYLES.exec(id)?.[1]
      if (!component) return null
      const sheet = `${id.split('/@mantine/core/')[0]}/@mantine/core/styles/${component}.layer.css`
      if (!existsSync(sheet)) throw new Error(`Mantine has no styles for its component ${component}.`)
      return {
        code: `import '@mantine/core/styles/${component}.layer.css'\n${code}`,
        map: null,
        moduleSideEffects: true,
      }
    },
  }
}
