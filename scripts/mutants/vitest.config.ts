import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import config from '../../vitest.config.ts'

const files: string[] = JSON.parse(process.env.MUTANTS_TESTS ?? '[]')
const folderOf = (path: string) => path.split('/')[0]

/** A project of the usual tests with those of its files that `npm run mutants` chose. */
function narrowed({ test, ...project }: TestProjectInlineConfiguration) {
  const folders = (test?.include ?? []).map(folderOf)
  return { ...project, test: { ...test, include: files.filter((file) => folders.includes(folderOf(file))) } }
}

const projects = ((config.test?.projects ?? []) as TestProjectInlineConfiguration[])
  .map(narrowed)
  .filter((project) => project.test.include.length > 0)

export default defineConfig({ ...config, test: { ...config.test, projects } })
