import { readdirSync } from 'node:fs'
import { seedDatabase } from '#database/seed.ts'
import { openDb } from '#server/kernel/db/db.ts'
import { openBenchDatabase, benchConfig } from './fixture.ts'

export type DemoTown = {
  url: string
  /** The town with the most sitters. */
  placeId: number
  sitterId: string
  postId: string
  close: () => Promise<void>
}

/** Opens the demo town, in a database that already has it or in a new one, which takes about two minutes. */
export async function openDemoTown(databaseUrl: string | undefined): Promise<DemoTown> {
  const own = databaseUrl === undefined ? await openBenchDatabase() : undefined
  const url = databaseUrl ?? own!.url
  if (own) {
    console.log('Founding the demo town')
    await seedDatabase({ ...benchConfig(), demo: 'on' }, url, async (_, work) => work())
  }
  const db = openDb(url, { max: 1 })
  try {
    const { place_id: placeId, id: sitterId } = await db
      .selectFrom('sitter')
      .select(['place_id', 'id'])
      .where('status', '=', 'published')
      .where('place_id', '=', (of) =>
        of
          .selectFrom('sitter')
          .select('place_id')
          .where('status', '=', 'published')
          .groupBy('place_id')
          .orderBy((one) => one.fn.countAll(), 'desc')
          .limit(1),
      )
      .orderBy('rating_count', 'desc')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const posts = readdirSync(new URL('../content/blog/', import.meta.url)).sort()
    return {
      url,
      placeId: placeId!,
      sitterId,
      postId: posts[0]!.replace(/\.md$/, ''),
      close: async () => own?.close(),
    }
  } finally {
    await db.destroy()
  }
}
