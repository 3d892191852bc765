import { mailCode, sendCode } from '#server/identity/codes/commands.ts'
import { requireEmail } from '#server/identity/commands.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { canonicalEmail } from '#server/identity/email.ts'
import { readFields } from '#server/identity/fields.ts'
import * as store from '#server/identity/store.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { caller } from '#test/conformance/caller.ts'
import { listSentCodes } from '#test/conformance/codes.ts'
import type { Body, Call } from '#test/conformance/entry.ts'
import { Refusal } from '#test/conformance/refusal.ts'

/** Returns the newest link of a kind, for callers that may receive it directly instead of by mail. */
export async function newestLink({ db }: IdentityDeps, requestType: string | undefined): Promise<Body> {
  const sent = (await listSentCodes(db)).findLast((code) => code.requestType === requestType)
  return sent ? { oobCode: sent.oobCode, oobLink: sent.oobLink } : {}
}

/** A service account may request a link for any address, and may receive it in the response instead of by mail. */
export const sendOobCode: Call = async (entry, body) => {
  const fields = readFields(body)
  const [requestType, typed, newEmail] = [
    fields.text('requestType'),
    fields.text('email'),
    fields.text('newEmail'),
  ]
  const continueUrl = fields.text('continueUrl')
  const request = { requestType, email: typed, newEmail, idToken: undefined, continueUrl }
  const before = await newestLink(entry, requestType)
  if (requestType === 'VERIFY_EMAIL' || requestType === 'VERIFY_AND_CHANGE_EMAIL')
    await mailTo(entry, requestType, request)
  else await sendCode(entry, request, caller)
  const after = await newestLink(entry, requestType)
  const isSent = fields.flag('returnOobLink') && after['oobCode'] !== before['oobCode']
  return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: typed, ...(isSent ? after : {}) }
}

async function mailTo(
  entry: IdentityDeps,
  requestType: 'VERIFY_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL',
  given: { email: string | undefined; newEmail: string | undefined; continueUrl: string | undefined },
): Promise<void> {
  const isChange = requestType === 'VERIFY_AND_CHANGE_EMAIL'
  if (isChange && !given.newEmail) throw new Refusal('MISSING_NEW_EMAIL')
  const email = requireEmail(given.email)
  const change = isChange ? { newEmail: requireEmail(given.newEmail) } : {}
  await inTransaction(entry.db, async (tx) => {
    const user = await store.findUserByEmail(tx, canonicalEmail(email))
    if (!user) throw new Refusal('USER_NOT_FOUND')
    if (change.newEmail && (await store.findUserByEmail(tx, canonicalEmail(change.newEmail))))
      throw new Refusal('EMAIL_EXISTS')
    const { continueUrl } = given
    await mailCode({ ...entry, db: tx }, requestType, {
      user,
      to: change.newEmail ?? email,
      ...change,
      continueUrl,
    })
  })
}
