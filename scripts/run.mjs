import { prepare } from './prepare.mjs'

const INFO = 30
const FATAL = 60

/** Prepares what is due and runs a program of the built server, in this very process: a kill of the one that was started is a kill of it. */
export async function run(program) {
  // The log of a server is JSON where no one reads it at a terminal.
  const isLog = program === 'main' && !process.stdout.isTTY
  const tell = (level, msg) =>
    isLog ? JSON.stringify({ level, time: Date.now(), pid: process.pid, msg }) : msg
  try {
    prepare({ say: (line) => console.log(tell(INFO, line)) })
  } catch (error) {
    console.error(tell(FATAL, error.message))
    process.exit(1)
  }
  // What goes wrong is told by the lines of our sources.
  process.setSourceMapsEnabled(true)
  await import(`../dist/server/${program}.js`)
}
