import { actionLink, codeLifetimeMs, classifyContinueUrl } from '#server/identity/codes/action-link.ts'
import { type CodeType, isCodeType } from '#server/identity/codes/code-type.ts'
import { checkNewPassword, queueAddressInUse, requireEmail } from '#server/identity/commands.ts'
import type { Caller, IdentityDeps } from '#server/identity/deps.ts'
import { canonicalEmail } from '#server/identity/email.ts'
import { IdentityError } from '#server/identity/error.ts'
import { limit } from '#server/identity/limits.ts'
import {
  addressChangeRequested,
  type CodeLetter,
  codeLetters,
  staffAddressLetters,
  unprovenAddressReplaced,
  writeMail,
} from '#server/identity/mails.ts'
import { admit, audit, readIdToken, requireRecent } from '#server/identity/sessions/commands.ts'
import { endAllSessions, takeOver } from '#server/identity/sessions/ending-commands.ts'
import { eventContextOf, notifyUser } from '#server/identity/sessions/notice-commands.ts'
import * as store from '#server/identity/store.ts'
import type { CodeRow, UserRow } from '#server/identity/store.ts'
import { hashSecret, newSecret } from '#server/identity/tokens/secret.ts'
import { stopwatch } from '#server/kernel/clock.ts'
import { type Tx, type InTx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { queueMail } from '#server/kernel/mail/mail.ts'

export type CodeRequest = {
  requestType: string | undefined
  email: string | undefined
  newEmail: string | undefined
  idToken: string | undefined
  continueUrl: string | undefined
}

/** Sends the mail with the requested link. The answer contains only the address. */
export async function sendCode(
  deps: IdentityDeps,
  request: CodeRequest,
  caller: Caller,
): Promise<{ email: string }> {
  const { requestType, continueUrl } = request
  if (!requestType) throw new IdentityError('MISSING_REQ_TYPE')
  const send = senders[requestType]
  if (!send) throw new IdentityError('INVALID_REQ_TYPE')
  const urlClass = continueUrl ? classifyContinueUrl(continueUrl, deps.options.authorizedDomains) : 'good'
  if (urlClass === 'invalid') throw new IdentityError('INVALID_CONTINUE_URI')
  if (urlClass === 'foreign')
    throw new IdentityError('UNAUTHORIZED_DOMAIN', 'Domain not allowlisted by project')
  return { email: await send(deps, request, caller) }
}

type Sender = (deps: IdentityDeps, request: CodeRequest, caller: Caller) => Promise<string>

const senders: Partial<Record<string, Sender>> = {
  PASSWORD_RESET: async (deps, { email: typed, continueUrl }, caller) => {
    const email = requireEmail(typed)
    await limitMails(deps, email, caller)
    await withQuantizedDuration(deps, () =>
      ensureTransaction(deps, async (deps) => {
        const user = await store.findUserByEmail(deps.db, canonicalEmail(email))
        if (user && !user.disabled)
          await mailCode(deps, 'PASSWORD_RESET', { user, to: user.email ?? email, continueUrl })
        else if (!user && !deps.options.enumerationProtection) throw new IdentityError('EMAIL_NOT_FOUND')
        await audit(deps, 'reset-asked', user?.id ?? null, caller)
      }),
    )
    return email
  },

  EMAIL_SIGNIN: async (deps, { email: typed, continueUrl }, caller) => {
    const email = requireEmail(typed)
    await limitMails(deps, email, caller)
    await withQuantizedDuration(deps, () =>
      ensureTransaction(deps, async (deps) => {
        const user = await store.findUserByEmail(deps.db, canonicalEmail(email))
        await mailCode(deps, 'EMAIL_SIGNIN', { user, to: email, continueUrl })
      }),
    )
    return email
  },

  VERIFY_EMAIL: async (deps, { idToken, continueUrl }, caller) => {
    if (!idToken) throw new IdentityError('INVALID_ID_TOKEN')
    const user = await requireUser(deps, idToken)
    const email = requireEmail(user.email ?? undefined)
    await limitMails(deps, email, caller)
    await ensureTransaction(deps, (deps) => mailCode(deps, 'VERIFY_EMAIL', { user, to: email, continueUrl }))
    return email
  },

  VERIFY_AND_CHANGE_EMAIL: async (deps, { idToken, newEmail: typed, continueUrl }, caller) => {
    if (!typed) throw new IdentityError('MISSING_NEW_EMAIL')
    const user = await requireUser(deps, idToken, true)
    const newEmail = requireEmail(typed)
    // The limit on mails to the new address is not enough: the old address gets a mail each time, whatever new
    // addresses are given.
    await limit(deps, 'addressChangePerAccount', user.id)
    await limitMails(deps, newEmail, caller)
    await withQuantizedDuration(deps, async () => {
      const taken = await store.findUserByEmail(deps.db, canonicalEmail(newEmail))
      if (taken && !deps.options.enumerationProtection) throw new IdentityError('EMAIL_EXISTS')
      // The limit is spent above for free and taken addresses alike, so that it does not reveal which is which.
      if (taken) return queueAddressInUse(deps, newEmail)
      await ensureTransaction(deps, (deps) =>
        sendAddressChangeMails(deps, { user, newEmail, continueUrl }, caller),
      )
    })
    return user.email ?? newEmail
  },
}

/** Sends a confirmation link to the new address, and a notice with a link that stops the change to the old one. */
async function sendAddressChangeMails(
  deps: InTx<IdentityDeps>,
  { user, newEmail, continueUrl }: { user: UserRow; newEmail: string; continueUrl: string | undefined },
  caller: Caller,
): Promise<void> {
  await mailCode(deps, 'VERIFY_AND_CHANGE_EMAIL', { user, to: newEmail, newEmail, continueUrl })
  if (user.email)
    await mailCode(deps, 'RECOVER_EMAIL', {
      user,
      to: user.email,
      newEmail,
      letter: addressChangeRequested,
      caller,
    })
}

/**
 * Mails the links to an address that staff have entered, unless the account has been closed or the address taken since:
 * one to the new address that confirms it, and one to the old address that stops the change if that was ever confirmed.
 */
export const mailStaffAddressChange = (
  deps: MailDeps & Pick<Deps, 'db'>,
  { uid, newEmail, reason }: { uid: string; newEmail: string; reason: string },
): Promise<void> =>
  ensureTransaction(deps, async (deps) => {
    const user = await store.lockUser(deps.db, uid)
    if (!user || user.disabled || (await store.findUserByEmail(deps.db, canonicalEmail(newEmail)))) return
    const { toNew, toOld } = staffAddressLetters(reason)
    await mailCode(deps, 'VERIFY_AND_CHANGE_EMAIL', { user, to: newEmail, newEmail, letter: toNew })
    if (!user.email) return
    if (user.email_verified)
      await mailCode(deps, 'RECOVER_EMAIL', { user, to: user.email, newEmail, letter: toOld })
    else {
      const facts = { name: user.display_name, newEmail, reason }
      await queueMail(deps, writeMail(user.email, unprovenAddressReplaced(facts, deps.options), deps.options))
    }
  })

export async function requireUser(
  deps: IdentityDeps,
  idToken: string | undefined,
  recent = false,
): Promise<UserRow> {
  const claims = await readIdToken(deps, idToken)
  const user = admit(await store.findUser(deps.db, claims.uid), claims)
  if (recent) requireRecent(deps, claims)
  return user
}

async function limitMails(deps: IdentityDeps, email: string, { net }: Caller): Promise<void> {
  await limit(deps, 'mailPerNet', net)
  await limit(deps, 'mailPerAddress', canonicalEmail(email))
}

/** Makes the answer take a multiple of one step, so that its duration does not reveal what was found. */
async function withQuantizedDuration(deps: IdentityDeps, work: () => Promise<void>): Promise<void> {
  const { answerStepMilliseconds: step, wait } = deps.options
  const start = stopwatch()
  await work()
  if (step > 0) await wait(step - ((stopwatch() - start) % step))
}

type MailDeps = Pick<IdentityDeps, 'now' | 'enqueue' | 'options'>

type Addressee = {
  user: UserRow | undefined
  to: string
  newEmail?: string
  continueUrl?: string | undefined
  /** Replaces the usual letter of this kind of code. */
  letter?: CodeLetter
  /** The origin of the request, for letters that state it. */
  caller?: Caller
}

/**
 * Creates the code, voids the older ones of its kind, and queues the mail, in one transaction. Recovery codes stay
 * valid side by side, so that the link of the first mail still works after a second.
 */
export async function mailCode(
  deps: InTx<MailDeps>,
  type: CodeType,
  { user, to, newEmail, continueUrl, letter: write = codeLetters[type], caller }: Addressee,
): Promise<void> {
  const { now, options } = deps
  const at = now()
  const email = type === 'VERIFY_AND_CHANGE_EMAIL' ? (user?.email ?? to) : to
  const code = await makeCode(deps.db, type, { user, email, newEmail, continueUrl }, at)
  const url = actionLink(type, code, continueUrl, options)
  const letter = write(
    {
      name: user?.display_name ?? null,
      email,
      newEmail: newEmail ?? null,
      url,
      context: caller ? eventContextOf(at, caller) : null,
    },
    options.siteName,
  )
  await queueMail(deps, writeMail(to, letter, options))
}

type Purpose = Pick<Addressee, 'user' | 'continueUrl'> & { email: string; newEmail: string | undefined }

/** Creates a code and voids the older ones of its kind, except recovery codes. */
async function makeCode(
  tx: Tx,
  type: CodeType,
  { user, email, newEmail, continueUrl }: Purpose,
  at: Date,
): Promise<string> {
  const code = newSecret()
  if (type !== 'RECOVER_EMAIL') await store.voidCodes(tx, type, canonicalEmail(email), at)
  await store.insertCode(tx, {
    code_hash: hashSecret(code),
    type,
    user_id: type === 'EMAIL_SIGNIN' ? null : (user?.id ?? null),
    email: canonicalEmail(email),
    new_email: newEmail ?? null,
    continue_url: continueUrl ?? null,
    created_at: at,
    expires_at: new Date(at.getTime() + codeLifetimeMs[type]),
    takes_over: type === 'RECOVER_EMAIL' && user?.email_verified === false,
  })
  return code
}

export async function requireCode(
  deps: IdentityDeps,
  code: string | undefined,
  caller: Caller,
): Promise<CodeRow & { type: CodeType }> {
  if (!code) throw new IdentityError('MISSING_OOB_CODE')
  await limit(deps, 'codePerNet', caller.net)
  const row = await store.findCode(deps.db, hashSecret(code))
  if (!row || row.used_at) throw new IdentityError('INVALID_OOB_CODE')
  if (row.expires_at <= deps.now()) throw new IdentityError('EXPIRED_OOB_CODE')
  const { type } = row
  if (!isCodeType(type)) throw new IdentityError('INVALID_OOB_CODE')
  return { ...row, type }
}

/** Uses the code up. Of concurrent attempts all but one are refused as invalid. */
export async function consumeCode(
  { db, now }: InTx<Pick<IdentityDeps, 'now'>>,
  { code_hash: hash }: CodeRow,
): Promise<CodeRow> {
  const taken = await store.markCodeUsed(db, hash, now())
  if (!taken) throw new IdentityError('INVALID_OOB_CODE')
  return taken
}

/** Locks the user a code was made for, if they still have the address it was made for. */
export async function lockOwner(tx: Tx, code: CodeRow, current = code.email): Promise<UserRow> {
  const user = code.user_id === null ? undefined : await store.lockUser(tx, code.user_id)
  if (!user || user.email_canonical !== canonicalEmail(current)) throw new IdentityError('INVALID_OOB_CODE')
  if (user.disabled) throw new IdentityError('USER_DISABLED')
  return user
}

/** Returns the purpose of a code without using it up, because mail scanners open links too. */
export async function checkCode(deps: IdentityDeps, code: string | undefined, caller: Caller) {
  const { type, email, new_email: newEmail } = await requireCode(deps, code, caller)
  return {
    requestType: type,
    ...(type === 'EMAIL_SIGNIN' ? {} : { email }),
    ...(newEmail ? { newEmail } : {}),
  }
}

/** Sets a new password with a code, marks the address as verified, and signs out every device. */
export async function resetPassword(
  deps: IdentityDeps,
  code: string | undefined,
  newPassword: string,
  caller: Caller,
) {
  const found = await requireCode(deps, code, caller)
  if (found.type !== 'PASSWORD_RESET') throw new IdentityError('INVALID_OOB_CODE')
  const person = found.user_id === null ? undefined : await store.findUser(deps.db, found.user_id)
  checkNewPassword(deps, newPassword, { email: found.email, name: person?.display_name ?? null })
  const passwordHash = await deps.hasher.hash(newPassword)
  await ensureTransaction(deps, async (deps) => {
    const user = await lockOwner(deps.db, found)
    await consumeCode(deps, found)
    const change = { password_hash: passwordHash, password_updated_at: deps.now(), email_verified: true }
    if (user.email_verified) await endAllSessions(deps, user.id, 'password reset', change)
    else await takeOver(deps, user.id, 'password reset', change)
    await audit(deps, 'password-reset', user.id, caller)
    await notifyUser(deps, user, 'passwordChanged', eventContextOf(deps.now(), caller))
  })
  return { requestType: found.type, email: found.email }
}
