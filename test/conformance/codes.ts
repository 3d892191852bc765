import { hashSecret } from '#server/identity/tokens/secret.ts'
import type { Db } from '#server/kernel/db/db.ts'

export type SentCode = {
  email: string
  newEmail?: string
  requestType: string
  oobCode: string
  oobLink: string
}

/** Returns the unused codes of mails, the oldest first, read from the mails themselves. */
export async function listSentCodes(db: Db): Promise<SentCode[]> {
  const mails = await db.selectFrom('mail').select('text_body').orderBy('created_at').orderBy('id').execute()
  const links = mails.flatMap(({ text_body: text }) => /https?:\S+[?&]oobCode=\S+/.exec(text)?.[0] ?? [])
  const rows = await db.selectFrom('identity.oob_codes').selectAll().where('used_at', 'is', null).execute()
  const byHash = new Map(rows.map((row) => [row.code_hash, row]))
  return links.flatMap((oobLink) => {
    const oobCode = new URL(oobLink).searchParams.get('oobCode')!
    const row = byHash.get(hashSecret(oobCode))
    if (!row) return []
    const { email, new_email: newEmail, type: requestType } = row
    return [{ email, ...(newEmail ? { newEmail } : {}), requestType, oobCode, oobLink }]
  })
}
