import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/db.ts'
import { PermanentStartError } from '#server/kernel/start-error.ts'
import { operatorCommand } from '#server/kernel/version.ts'

/** Refuses to start a public site while it contains demo people, whose password is public. */
export async function refuseDemoPeople(db: Db): Promise<void> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::integer as people from demo_person where kept_at is null`.execute(db)
  const { people } = rows[0]!
  if (people > 0)
    throw new PermanentStartError(
      `This database contains ${people} people of the demo town, whose password is public. Do one of the two and start again:\n` +
        `"${operatorCommand('remove-demo')}" removes them with all their data.\n` +
        `"${operatorCommand('keep-demo --new-passwords')}" keeps the town and gives new passwords to the people whom the start lists.`,
    )
}
