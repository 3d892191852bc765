import { horizonDays } from '#contract/codes.ts'
import { SitterInput, type Sitter } from '#contract/sitters/sitters.ts'
import type { WaitingProfile } from '#contract/waiting-profile.ts'
import { changeCalendar } from '#server/calendar/days-commands.ts'
import { dataOf } from '#server/imports/commands.ts'
import type { StayData } from '#server/imports/row.ts'
import * as store from '#server/imports/store.ts'
import { addDays, localOf } from '#server/kernel/day.ts'
import type { Db } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'
import type { Deps, TxDeps, Viewer } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { createSitter, readOwnSitter } from '#server/sitters/commands.ts'

/** Finds what waits for the person; the address must be proven, because anybody can sign up with any address. */
async function waitingFor(db: Db, viewer: Viewer, accountId: string): Promise<store.Row | undefined> {
  if (accountId !== viewer.accountId) throw new Problem('account-not-found')
  if (!viewer.email || !viewer.emailVerified) return undefined
  return store.findWaiting(db, viewer.email.toLowerCase())
}

export async function readWaiting(
  deps: Deps,
  viewer: Viewer,
  accountId: string,
): Promise<WaitingProfile | null> {
  const row = await waitingFor(deps.db, viewer, accountId)
  if (!row) return null
  const { name, profile } = dataOf(row)
  const stays = await store.findStaysOf(deps.db, row.external_id)
  return { name, headline: profile.headline, bio: profile.bio ?? '', stays: stays.length }
}

/** Makes the profile that waits the person's own draft, and takes the days of its stays in the calendar. */
export const acceptWaiting = (deps: Deps, viewer: Viewer, accountId: string): Promise<Sitter> =>
  ensureTransaction(deps, async (deps) => {
    const row = await waitingFor(deps.db, viewer, accountId)
    if (!row)
      throw new Problem('sitter-not-found', {
        detail: 'No profile waits for you. Check that the e-mail address of your account is confirmed.',
      })
    const { id } = await createSitter(
      deps,
      viewer,
      SitterInput.parse({ ...dataOf(row).profile, status: 'draft' }),
    )
    await takeDays(deps, viewer, id, await store.findStaysOf(deps.db, row.external_id))
    await store.saveAccepted(deps.db, { externalId: row.external_id, sitterId: id, at: deps.now() })
    return readOwnSitter(deps, viewer.accountId, viewer)
  })

async function takeDays(
  deps: TxDeps,
  viewer: Viewer,
  sitterId: string,
  rows: readonly store.Row[],
): Promise<void> {
  const { timeZone, services } = await readOwnSitter(deps, viewer.accountId, viewer)
  const today = localOf(deps.now(), timeZone).on
  const last = addDays(today, horizonDays)
  const offered = new Set(services.map(({ service }) => service))
  const taken = new Map<string, { on: string; service?: StayData['service'] & string; capacity: number }>()
  for (const row of rows) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of stays are written by `checkImport` only
    const { service, startOn, endOn } = row.data as StayData
    if (service !== null && !offered.has(service)) continue
    for (let on = startOn < today ? today : startOn; on <= endOn && on <= last; on = addDays(on, 1))
      taken.set(`${on} ${service ?? ''}`, { on, ...(service === null ? {} : { service }), capacity: 0 })
  }
  const days = [...taken.values()]
  for (let at = 0; at < days.length; at += daysAtOnce)
    await changeCalendar(deps, viewer, sitterId, { days: days.slice(at, at + daysAtOnce) })
}

const daysAtOnce = 400

export const refuseWaiting = (deps: Deps, viewer: Viewer, accountId: string): Promise<{ profile: null }> =>
  ensureTransaction(deps, async ({ db }) => {
    const row = await waitingFor(db, viewer, accountId)
    if (row) await store.deleteRowsOf(db, row.external_id)
    return { profile: null }
  })
