import type { Config } from '#server/config/config.ts'
import { createUser } from '#server/identity/commands.ts'
import { identityOptions } from '#server/identity/options.ts'
import { authTimeAt, idTokenClaims } from '#server/identity/tokens/id-token.ts'
import { createKeyring } from '#server/identity/tokens/keyring.ts'
import { systemClock } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { buildAccounts } from '#test/build.ts'
import { olga } from '#test/cast.ts'

/** A person with an account and a valid token of the server with this configuration. */
export type Person = Viewer & { name: string; email: string; authorization: string }

/** Creates signed-in people; no password is hashed, so that a thousand of them take only seconds. */
export async function buildPeople(db: Db, config: Config, names: readonly string[]): Promise<Person[]> {
  const options = identityOptions(config)
  const keyring = createKeyring({ db, now: systemClock }, options)
  const people: Person[] = []
  for (const name of names) {
    const email = `${name.toLowerCase().replaceAll(' ', '-')}@example.org`
    const uid = await createUser({ db, now: systemClock }, { email, passwordHash: 'never compared', name })
    // Taken after the user is created; otherwise the token would count as issued before.
    const now = systemClock()
    const user = {
      id: uid,
      email,
      email_verified: true,
      display_name: name,
      photo_url: null,
      custom_claims: {},
    }
    const session = { provider: 'password', authTime: authTimeAt(now, now), sessionId: '', identities: [] }
    const { sid: _none, ...claims } = idTokenClaims(user, session, options.issuer, options.projectId, now)
    const authorization = `Bearer ${await keyring.sign(claims)}`
    people.push({ ...olga, uid, email, name, accountId: newId(now), authorization })
  }
  await buildAccounts(db, ...people)
  return people
}

export const namesOf = (kind: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${kind} ${index + 1}`)
