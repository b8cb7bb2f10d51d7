import { personShape } from '#domain/users/person.ts'
import { refuseDemonstration } from './demonstration/mark_queries.ts'
import { readConfig } from './platform/config.ts'
import { context } from './platform/context.ts'
import { StartError } from './platform/start_error.ts'
import { layGround } from './process.ts'
import { createAdministrator } from './users/service.ts'

const USAGE = 'Usage: npm run admin -- create EMAIL'

/** The command line of a production system: makes the first administrator. */
async function main([command, email]: string[]) {
  if (command !== 'create' || !email) throw new StartError(USAGE)
  const checked = personShape().email.safeParse(email)
  if (!checked.success) throw new StartError(`${email} is not an e-mail address.`)
  const ground = await layGround(readConfig(process.env), console.log)
  try {
    await refuseDemonstration(ground.services.db)
    const password = await createAdministrator(context(ground.services, null), checked.data)
    if (password === null) throw new StartError(`There is a user ${email} already.`)
    console.log(
      `The administrator ${email} can sign in once with this password and then change it:\n${password}`,
    )
  } finally {
    await ground.close()
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
})
