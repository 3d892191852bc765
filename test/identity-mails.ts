import type { testIdentity } from '#test/identity.ts'

type Identity = Awaited<ReturnType<typeof testIdentity>>

/** Returns the query of the link in the newest mail of a kind. */
export async function newestLink({ db }: Pick<Identity, 'db'>, kind: string): Promise<URLSearchParams> {
  const { text_body: text } = await db
    .selectFrom('mail')
    .select('text_body')
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return new URL(/http:\S+\/auth\/action\S+/.exec(text)![0]).searchParams
}

export const codeOf = async (identity: Identity, kind: string): Promise<string> =>
  (await newestLink(identity, kind)).get('oobCode')!

export const mailsTo = async ({ db }: Identity): Promise<string[]> =>
  (await db.selectFrom('mail').select(['recipient', 'kind']).execute())
    .map(({ recipient, kind }) => `${kind} ${recipient}`)
    .sort()

export const requestPasswordReset = (identity: Identity, email: string) =>
  identity.account('sendOobCode', { requestType: 'PASSWORD_RESET', email })
