import type { Config } from '#server/config/config.ts'
import { demoPassword } from '#server/development/demo-password.ts'
import { importPlaces } from '#server/places/commands.ts'
import { foundBells } from './demo/bells.ts'
import { foundCards } from './demo/cards.ts'
import { deskIntroduction, introductions } from './demo/cast.ts'
import { foundCircle } from './demo/circle.ts'
import { foundDesk } from './demo/desk.ts'
import { foundHomes } from './demo/homes.ts'
import { foundKept } from './demo/kept.ts'
import { foundLost } from './demo/lost.ts'
import { castEmail } from './demo/people.ts'
import { foundPictures } from './demo/pictures.ts'
import { townSizes } from './demo/plan.ts'
import { foundTalk } from './demo/talk.ts'
import { foundInThreads, openFounding } from './demo/threads.ts'
import { foundTown, generateHolidaysAround, isTownFounded } from './demo/town.ts'

type Step = <T>(title: string, work: () => T | Promise<T>) => Promise<T>

/**
 * Creates what is missing of towns, holidays and, if configured, the demo town. Returns the lines that explain how to
 * sign in.
 */
export async function foundWorld(config: Config, databaseUrl: string, step: Step): Promise<string[]> {
  const deps = openFounding(config, databaseUrl)
  try {
    await step('Towns of the world', async () => {
      const imported = await importPlaces(deps)
      return imported > 0 && `${imported.toLocaleString('en-GB')} towns`
    })
    await step('Holidays', () => generateHolidaysAround(deps))
    const { demo } = config
    if (demo === 'off') return []
    await step('Demo town', async () => {
      if (await isTownFounded(deps)) return false
      const { bookings } = await foundTown(deps, {
        size: townSizes[demo],
        found: foundInThreads(config, databaseUrl),
      })
      return `${bookings.toLocaleString('en-GB')} bookings`
    })
    await step('Conversations of the demo town', () => foundTalk(deps))
    await step('What is kept in the demo town', () => foundKept(deps))
    await step('A care circle in the demo town', () => foundCircle(deps))
    await step('Homes of the demo town', () => foundHomes(deps))
    await step('Pictures of the demo town', () => foundPictures(deps))
    await step('Report cards of the demo town', () => foundCards(deps))
    await step('Lost pets of the demo town', () => foundLost(deps))
    await step('Bells of the demo town', () => foundBells(deps))
    await step('Operator of the demo town', () => foundDesk(deps))
    return signIns([...introductions, deskIntroduction])
  } finally {
    await deps.db.destroy()
  }
}

const signIns = (people: readonly { firstName: string; is: string }[]) => [
  '',
  `People of the demo town; the password of all is ${demoPassword}`,
  ...people.map(({ firstName, is }) => `  ${castEmail(firstName).padEnd(22)} ${firstName}, ${is}`),
]
