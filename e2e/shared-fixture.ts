import { expect, type Page } from '@playwright/test'
import { FavouriteList } from '#contract/favourite-lists.ts'
import { Conversation } from '#contract/messages.ts'
import { Report } from '#contract/reports.ts'
import {
  addCat,
  as,
  becomeSitter,
  dayFromToday,
  findTown,
  type Person,
  requestBooking,
  signUp,
  unique,
  untilFound,
} from './people.ts'

export type SharedFixture = { owner: Person; paths: Awaited<ReturnType<typeof createSharedFixture>>['paths'] }
let shared: Promise<SharedFixture> | undefined

/**
 * An owner with a pet and a request, and a sitter profile, created once per worker. First names and pets' names are as long
 * as people have them, because they stand on buttons, in headings and in lists.
 */
export const sharedFixture = () => (shared ??= createSharedFixture())

async function createSharedFixture() {
  const [owner, other, town] = await Promise.all([
    signUp(unique('Wolfeschlegelsteinhausen')),
    signUp(unique('Maximiliana-Friederike-Charlotte')),
    findTown('Lerwick'),
  ])
  const sitter = await becomeSitter(other, town.id, 'A house by the harbour')
  const own = await becomeSitter(owner, town.id, 'A flat with a view of the sea')
  const pet = await addCat(owner, 'Longwhiskerson-Featherstonehaugh of the Harbour')
  const request = async (from: number) => {
    const draft = {
      sitterId: sitter.id,
      service: 'boarding',
      startOn: dayFromToday(from),
      endOn: dayFromToday(from + 3),
      petIds: [pet.id],
    }
    return requestBooking(owner, draft)
  }
  const booking = await request(50)
  const { id, version } = await request(60)
  await as(other).put('/v1/bookings', { id, version, event: 'accept' })
  const favourites = `/v1/accounts/${owner.accountId}/favorites`
  const list = await as(owner, FavouriteList).post(`/v1/accounts/${owner.accountId}/favorite-lists`, {
    name: 'Long weekends by the harbour',
  })
  await as(owner).put(`${favourites}/${sitter.id}`, { listIds: [list.id] })
  const shared = await as(owner, FavouriteList).put(
    `/v1/accounts/${owner.accountId}/favorite-lists/${list.id}/sharing`,
    { shared: true },
  )
  const conversation = await as(owner, Conversation).post('/v1/conversations', { sitterId: sitter.id })
  const report = await as(other, Report).post('/v1/reports', {
    subjectKind: 'listing',
    subjectId: own.id,
    reason: 'false_facts',
    words: 'The sea is an hour away, and the harbour is a car park.',
  })
  await untilFound(sitter, town.id)
  return {
    owner,
    paths: {
      sitter: `/sitters/${sitter.id}`,
      sharedList: new URL(shared.url!).pathname,
      favouriteList: `/account/favorites/${list.id}`,
      pet: `/account/pets/${pet.id}`,
      lostPet: `/account/pets/${pet.id}/lost`,
      ownSitter: `/account/sitters/${own.id}`,
      booking: `/account/bookings/${booking.id}`,
      confirmed: `/account/bookings/${id}`,
      receipt: `/account/bookings/${id}/receipt`,
      care: `/account/bookings/${id}/care`,
      thread: `/account/messages/${conversation.id}`,
      bookingForOperators: `/admin/bookings/${id}`,
      personForOperators: `/admin/people/${owner.accountId}`,
      reportForOperators: `/admin/reports/${report.id}`,
    },
  }
}

/** Opens a page and waits until it has loaded completely. */
export async function open(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('h1')).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
}
