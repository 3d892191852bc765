import type { Config } from '#server/config/config.ts'
import { demoPassword } from '#server/development/demo-password.ts'
import { importPlaces } from '#server/places/commands.ts'
import { seedNotices } from './demo/notices.ts'
import { seedCards } from './demo/cards.ts'
import { operatorIntroduction, introductions } from './demo/cast.ts'
import { seedCircle } from './demo/circle.ts'
import { seedOperator } from './demo/operator.ts'
import { seedHomes } from './demo/homes.ts'
import { seedSavedItems } from './demo/saved-items.ts'
import { seedLostPets } from './demo/lost.ts'
import { castEmail } from './demo/people.ts'
import { seedPictures } from './demo/pictures.ts'
import { townSizes } from './demo/plan.ts'
import { seedMessages } from './demo/messages.ts'
import { seedInThreads, openSeedDeps } from './demo/threads.ts'
import { seedTown, generateHolidaysAround, isTownSeeded } from './demo/town.ts'

type Step = <T>(title: string, work: () => T | Promise<T>) => Promise<T>

/**
 * Creates what is missing of towns, holidays and, if configured, the demo town. Returns the lines that explain how to
 * sign in.
 */
export async function seedDatabase(config: Config, databaseUrl: string, step: Step): Promise<string[]> {
  const deps = openSeedDeps(config, databaseUrl)
  try {
    await step('Towns of the world', async () => {
      const imported = await importPlaces(deps)
      return imported > 0 && `${imported.toLocaleString('en-GB')} towns`
    })
    await step('Holidays', () => generateHolidaysAround(deps))
    const { demo } = config
    if (demo === 'off') return []
    await step('Demo town', async () => {
      if (await isTownSeeded(deps)) return false
      const { bookings } = await seedTown(deps, {
        size: townSizes[demo],
        found: seedInThreads(config, databaseUrl),
      })
      return `${bookings.toLocaleString('en-GB')} bookings`
    })
    await step('Conversations of the demo town', () => seedMessages(deps))
    await step('What is kept in the demo town', () => seedSavedItems(deps))
    await step('A care circle in the demo town', () => seedCircle(deps))
    await step('Homes of the demo town', () => seedHomes(deps))
    await step('Pictures of the demo town', () => seedPictures(deps))
    await step('Report cards of the demo town', () => seedCards(deps))
    await step('Lost pets of the demo town', () => seedLostPets(deps))
    await step('Bells of the demo town', () => seedNotices(deps))
    await step('Operator of the demo town', () => seedOperator(deps))
    return signIns([...introductions, operatorIntroduction])
  } finally {
    await deps.db.destroy()
  }
}

const signIns = (people: readonly { firstName: string; is: string }[]) => [
  '',
  `People of the demo town; the password of all is ${demoPassword}`,
  ...people.map(({ firstName, is }) => `  ${castEmail(firstName).padEnd(22)} ${firstName}, ${is}`),
]
