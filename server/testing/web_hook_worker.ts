// Sends web hooks of the database at argv[2] until it is killed; each try is written to standard output once it is sent.
import { readConfig } from '../platform/config.ts'
import type { Services } from '../platform/context.ts'
import { openDatabase } from '../platform/database/database.ts'
import { sendNext } from '../web_hooks/worker.ts'
import { TO_RECEIVER } from './hook_receiver.ts'

const { db } = openDatabase(process.argv[2]!, { max: 4 })
const config = { ...readConfig({}), webHooks: TO_RECEIVER }
// The results are not recorded, as if the process were killed in between each time.
const services = { db, config, clock: () => new Date() } as unknown as Services
while (await sendNext(services)) process.stdout.write('sent\n')
process.stdout.write('done\n')
