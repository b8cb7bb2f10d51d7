import { prepare } from './prepare.mjs'

/** Prepares what is due and runs a program of the built server, in this very process: a kill of the one that was started is a kill of it. */
export async function run(program) {
  try {
    prepare()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
  // What goes wrong is told by the lines of our sources.
  process.setSourceMapsEnabled(true)
  await import(`../dist/server/${program}.js`)
}
