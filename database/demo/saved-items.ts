import { askBackup, answerBackup } from '#server/circle/backup-commands.ts'
import { saveFavourite } from '#server/favourites/commands.ts'
import { createList } from '#server/favourites/list-commands.ts'
import { saveSearch } from '#server/favourites/search-commands.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { submitReport } from '#server/reports/commands.ts'
import type { SeedDeps } from './actions.ts'
import * as store from './store.ts'
import { viewerNamed } from './viewer.ts'

const part = 'kept'

const favourites: [sitter: string, note: string | null][] = [
  ['Inês', 'Rex sleeps through there. Ask about the terrace in summer.'],
  ['Beatriz', 'For Pip alone: only cats at home, and she gives pills without a fight.'],
  ['Tomás', null],
]

/** Olga has favourites, a list of them, a saved search and a second sitter; Eve has made a report. */
export const seedSavedItems = (deps: SeedDeps): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await store.lockPart(tx, part)
    if (await store.isSeeded(tx, part)) return
    const inTx = { ...deps, db: tx, enqueue: async () => {} }
    const [olga, tomas, eve] = [
      await viewerNamed(tx, 'Olga'),
      await viewerNamed(tx, 'Tomás'),
      await viewerNamed(tx, 'Eve'),
    ]
    const { accountId } = olga
    for (const [firstName, note] of favourites.toReversed()) {
      const sitterId = await sitterNamed(firstName)
      await saveFavourite(inTx, olga, { accountId, sitterId }, { note })
    }
    const forPip = [await sitterNamed('Beatriz')]
    await createList(inTx, olga, accountId, { name: 'For Pip', sitterIds: forPip })
    await saveSearch(inTx, olga, {
      name: 'House sitting near Lisbon',
      address: `service=house_sitting&place=${await store.findTownOf(tx, accountId)}`,
      query: {
        service: 'house_sitting',
        place: await store.findTownOf(tx, accountId),
        radiusKm: 15,
        sort: 'recommended',
      },
      tells: true,
    })
    const tomasId = await sitterNamed('Tomás')
    const stay = await store.findLongStay(tx, accountId, deps.now())
    if (stay) {
      await askBackup(inTx, olga, stay, {
        sitterId: tomasId,
        note: 'Rex knows you from our walks by the river.',
      })
      await answerBackup(inTx, tomas, stay, true)
    }
    const reviewId = await store.findReviewAbout(tx, await sitterNamed('Inês'))
    if (reviewId)
      await submitReport(inTx, eve, {
        subjectKind: 'review',
        subjectId: reviewId,
        reason: 'unrelated',
        words: 'Half of it is about the restaurant next door, not about the care.',
      })
    await store.notePart(tx, part, deps.now())

    async function sitterNamed(firstName: string): Promise<string> {
      return store.findSitterOf(tx, (await viewerNamed(tx, firstName)).accountId)
    }
  })
