import { expect, test } from 'vitest'
import { mantineStyles } from '../scripts/mantine_styles_plugin.ts'

const transformed = (command: string, id: string) => {
  const plugin = mantineStyles()
  plugin.configResolved({ command })
  return plugin.transform('', id)?.code.trim()
}
const PART = `${process.cwd()}/node_modules/@mantine/core/esm/components/Button/Button.module.mjs`
const MAIN = `${process.cwd()}/web/main.tsx`

test('what is built has the styles of a part with the part', () => {
  expect(transformed('build', PART)).toBe("import '@mantine/core/styles/Button.layer.css'")
  expect(transformed('build', MAIN)).toBeUndefined()
})

test('the server for development, which sees no part, has all styles at once', () => {
  expect(transformed('serve', MAIN)).toBe("import '@mantine/core/styles.layer.css'")
  expect(transformed('serve', PART)).toBeUndefined()
})
