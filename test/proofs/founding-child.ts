// The start-up steps of a server before it listens, in a separate process, for proofs that start several at once.
import { seedDatabase } from '#database/seed.ts'
import { readConfig } from '#server/config/config.ts'
import { migrate } from '#server/kernel/db/migrate.ts'

const config = readConfig(process.env, '/nowhere')
const done: string[] = []
done.push(...(await migrate(config.databaseUrl!)))
await seedDatabase(config, config.databaseUrl!, async (title, work) => {
  const result = await work()
  if (typeof result === 'string') done.push(`${title}: ${result}`)
  return result
})
process.stdout.write(JSON.stringify(done))
