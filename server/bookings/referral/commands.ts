import type { Invite, OwnInvite } from '#contract/bookings/invites.ts'
import type { Settings } from '#contract/settings.ts'
import { invitationOf, inviterWith, ownLink } from '#server/accounts/commands.ts'
import type { Move, Outcome } from '#server/bookings/effect.ts'
import { ownerAmounts } from '#server/bookings/record/paid.ts'
import { earnsCredit, invitedUntil } from '#server/bookings/referral/referral.ts'
import * as store from '#server/bookings/referral/store.ts'
import type { Db } from '#server/kernel/db/db.ts'
import type { Deps, Viewer } from '#server/kernel/deps.ts'
import { newId } from '#server/kernel/ids.ts'
import { Problem } from '#server/kernel/problem.ts'
import { currentSettings } from '#server/settings/commands.ts'

/** True while the sitter pays the lower fee for this owner. */
export async function isInvitedBy(
  db: Db,
  ownerId: string,
  sitterAccountId: string,
  now: Date,
  { referral }: Pick<Settings, 'referral'>,
): Promise<boolean> {
  const invitation = await invitationOf(db, ownerId)
  return invitation?.inviterId === sitterAccountId && now < invitedUntil(invitation.at, referral)
}

/** Returns the code of a credit that this owner has not used; the next request uses it automatically. */
export const freeCreditOf = async (db: Db, ownerId: string, currency: string): Promise<string | undefined> =>
  (await store.findFreeCredit(db, ownerId, currency))?.code

/**
 * Grants a credit to both the owner and the inviter when an invited owner completes a first booking (effect
 * `earn_credit`).
 */
export async function earnCredit({ deps, record, to, at }: Move): Promise<Outcome> {
  const { settings } = await currentSettings(deps.db)
  const { owner_id: ownerId, currency } = record
  const invitation =
    to === 'completed' && settings.currency === currency ? await invitationOf(deps.db, ownerId) : undefined
  if (!invitation) return {}
  await store.lockCredits(deps.db)
  const { inviterId } = invitation
  const { paid, refunded } = ownerAmounts(record)
  const isEarned = earnsCredit(settings.referral, {
    inviterIsSitter: inviterId === record.sitter_account_id,
    paid: paid - refunded,
    given: await store.sumCredits(deps.db, currency, inviterId, ownerId),
  })
  if (!isEarned) return {}
  const credits = [ownerId, inviterId].map((owner) => {
    const id = newId(at)
    return {
      id,
      code: `CREDIT-${id.slice(-12).toUpperCase()}`,
      amount: settings.referral.credit,
      currency,
      paid_by: 'platform' as const,
      first_booking: false,
      uses_per_owner: 1,
      owner_id: owner,
      earned_by: ownerId,
      created_at: at,
    }
  })
  await store.insertCredits(deps.db, credits)
  for (const { id } of credits) await deps.enqueue(deps.db, 'bookings.tell-of-credit', { creditId: id })
  return {}
}

const termsOf = ({ currency, referral, fees }: Settings) => ({
  currency,
  credit: referral.credit,
  months: referral.months,
  sitterBasisPoints: fees.invitedSitterBasisPoints,
})

export async function readInvite({ db }: Deps, code: string): Promise<Invite> {
  const inviter = await inviterWith(db, code)
  if (!inviter) throw new Problem('invite-not-found')
  const { settings } = await currentSettings(db)
  return {
    ...termsOf(settings),
    name: inviter.name.split(' ')[0] ?? inviter.name,
    sitterId: inviter.sitterId,
  }
}

export async function readOwnInvite({ db }: Deps, viewer: Viewer, accountId: string): Promise<OwnInvite> {
  if (accountId.toLowerCase() !== viewer.accountId) throw new Problem('account-not-found')
  const { settings } = await currentSettings(db)
  const credits = await store.listCredits(db, viewer.accountId)
  return {
    ...termsOf(settings),
    ...(await ownLink(db, viewer.accountId)),
    credits: credits.map(({ amount, currency, created_at, status }) => ({
      amount: amount ?? 0,
      currency,
      earnedAt: created_at.toISOString(),
      status: status === 'used' || status === 'reserved' ? status : 'free',
    })),
  }
}
