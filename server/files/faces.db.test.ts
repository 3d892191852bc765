import { expect, test } from 'vitest'
import { listSitterBriefs } from '#contract/favourites.ts'
import { tintOf } from '#contract/files/codes.ts'
import type { Face } from '#contract/files/files.ts'
import * as messages from '#contract/messages.ts'
import { createReport, decideReport } from '#contract/reports.ts'
import { showOwnerReviews } from '#contract/reviews/owner-reviews.ts'
import { listPins, searchSitters } from '#contract/search/search.ts'
import { favouriteRoutes } from '#server/favourites/routes.ts'
import { setAccountPhoto } from '#server/files/account-commands.ts'
import { eraseFromFiles } from '#server/files/erase-commands.ts'
import { servePublic } from '#server/files/serve-commands.ts'
import { onChange } from '#server/kernel/cache/changes.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import type { Viewer } from '#server/kernel/deps.ts'
import { rebuildSearch } from '#server/search/commands.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { listSitterReviews, readSitter } from '#server/sitters/commands.ts'
import { bookingFixture, completedWeekend, refusalOf, send } from '#test/booking-fixture.ts'
import { dublin, eve, olga, leaving, sam } from '#test/cast.ts'
import { storePhoto } from '#test/file-calls.ts'
import { answerOf } from '#test/invoke.ts'

const ada: Viewer = { ...eve, roles: ['operator'] }

/** Rex’s weekend at Sam’s is over, and both have reviewed each other. */
async function afterwards() {
  const fixture = await bookingFixture()
  const { deps, db, review, show, sitterId } = fixture
  const booking = await completedWeekend(fixture)
  await review(olga, booking)
  await review(sam, booking)
  await rebuildSearch(deps)
  const { id: conversationId } = await send(deps, messages.beginConversation, olga, { body: { sitterId } })
  const params = { conversationId }
  const query = { service: 'boarding', place: String(dublin.id) }
  const otherOf = async (viewer: Viewer) =>
    (await send(deps, messages.showConversation, viewer, { params })).other.face
  const ofSam = async (): Promise<Record<string, Face | undefined>> => ({
    card: (await answerOf(searchRoutes, searchSitters, deps, { query })).items[0]?.face,
    pin: (await answerOf(searchRoutes, listPins, deps, { query })).items[0]?.face,
    brief: (await answerOf(favouriteRoutes, listSitterBriefs, deps, { query: { ids: sitterId } })).items[0]
      ?.face,
    profile: (await readSitter(deps, sitterId, null)).face,
    conversation: await otherOf(olga),
    booking: (await show(olga, booking)).sitter.face,
    review: (await send(deps, showOwnerReviews, sam, { params: { bookingId: booking.id } })).items[0]?.face,
  })
  const ofOlga = async (): Promise<Record<string, Face | undefined>> => ({
    conversation: await otherOf(sam),
    booking: (await show(sam, booking)).owner.face,
    review: (await listSitterReviews(deps, sitterId, null, { limit: 5 })).items[0]?.face,
    profile: (await readSitter(deps, sitterId, null)).reviews[0]?.face,
  })
  const putUp = async (viewer: Viewer, shade: number) => {
    const fileId = await storePhoto(deps, viewer, 'account', shade)
    const { photoUrl } = await setAccountPhoto(deps, viewer, viewer.accountId, fileId)
    return { fileId, photoUrl: photoUrl! }
  }
  const photoUrlOf = async ({ accountId }: Viewer) =>
    (await db.selectFrom('account').select('photo_url').where('id', '=', accountId).executeTakeFirst())
      ?.photo_url
  return { ...fixture, ofSam, ofOlga, putUp, photoUrlOf }
}

const idsIn = (faces: Record<string, Face | undefined>) => [
  ...new Set(Object.values(faces).map((face) => face?.photo?.id ?? null)),
]
const hashIn = (url: string) => url.split('/')[2]!

test('without a photo a person has the same colour everywhere', async () => {
  const { ofSam, ofOlga } = await afterwards()
  for (const [faces, { accountId }] of [
    [await ofSam(), sam],
    [await ofOlga(), olga],
  ] as const)
    for (const face of Object.values(faces)) expect(face).toEqual({ photo: null, tint: tintOf(accountId) })
})

test('a photo of an account is shown wherever the person is named, and its successor replaces it', async () => {
  const { deps, ofSam, ofOlga, putUp } = await afterwards()
  const first = await putUp(sam, 10)
  expect(idsIn(await ofSam())).toEqual([first.fileId])
  expect((await ofSam())['profile']?.photo?.sizes).toEqual([{ width: 64, url: first.photoUrl }])
  expect(idsIn(await ofOlga())).toEqual([null])
  expect(await servePublic(deps, hashIn(first.photoUrl), '64.webp')).toMatchObject({ type: 'image/webp' })

  const second = await putUp(sam, 20)
  expect(idsIn(await ofSam())).toEqual([second.fileId])
  expect(await refusalOf(servePublic(deps, hashIn(first.photoUrl), '64.webp'))).toMatchObject({
    code: 'file-not-found',
  })
  await setAccountPhoto(deps, sam, sam.accountId, null)
  expect(idsIn(await ofSam())).toEqual([null])

  const own = await putUp(olga, 30)
  expect(idsIn(await ofOlga())).toEqual([own.fileId])
})

test('a pin shows the photo of the account only if the profile has none', async () => {
  const { db, ofSam, putUp } = await afterwards()
  const { fileId } = await putUp(sam, 10)
  await db.updateTable('sitter').set({ photo_url: '/files/0a/320.webp' }).execute()
  const { pin, card } = await ofSam()
  expect([pin?.photo, card?.photo?.id]).toEqual([null, fileId])
})

test('a changed photo drops the cached pages of the person’s sitter profile', async () => {
  const { deps, sitterId, putUp } = await afterwards()
  const changed: (string | undefined)[] = []
  const end = onChange('sitter', (id) => changed.push(id))
  await putUp(olga, 10)
  expect(changed).toEqual([])
  await putUp(sam, 20)
  await setAccountPhoto(deps, sam, sam.accountId, null)
  expect(changed).toEqual([sitterId, sitterId])
  end()
})

test('everybody can report a photo of an account, and a removed one is shown nowhere', async () => {
  const { deps, db, ofSam, putUp, photoUrlOf, sitterId } = await afterwards()
  await db
    .updateTable('account')
    .set({ roles: ['operator'] })
    .where('id', '=', ada.accountId)
    .execute()
  const { fileId, photoUrl } = await putUp(sam, 10)
  expect(await photoUrlOf(sam)).toBe(photoUrl)
  const reported = await send(deps, createReport, olga, {
    body: { subjectKind: 'photo', subjectId: fileId, reason: 'obscenity', words: null },
  })
  expect(reported.snapshot).toMatchObject({ title: 'Photo by Sam', path: `/sitters/${sitterId}` })
  const changed: (string | undefined)[] = []
  const end = onChange('sitter', (id) => changed.push(id))
  await send(deps, decideReport, ada, {
    params: { reportId: reported.id },
    body: { measure: 'removed', reason: 'It breaks what we have agreed on.' },
  })
  end()
  expect(await photoUrlOf(sam)).toBeNull()
  expect(idsIn(await ofSam())).toEqual([null])
  expect(changed).toEqual([sitterId])
  expect(await refusalOf(servePublic(deps, hashIn(photoUrl), '64.webp'))).toMatchObject({
    code: 'file-not-found',
  })
})

test('the photo disappears when the account is erased', async () => {
  const { deps, db, ofOlga, putUp } = await afterwards()
  await putUp(olga, 10)
  await inTransaction(db, (tx) => eraseFromFiles({ ...deps, db: tx }, leaving(olga)))
  expect(idsIn(await ofOlga())).toEqual([null])
})
