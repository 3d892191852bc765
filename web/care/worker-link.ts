import type { Duty } from '#contract/care/report-cards.ts'
import { paths } from '#web/paths.ts'
import { portraitUrl } from '#web/ui/portrait/url.ts'
import { activeOf, registerWorker } from '#web/worker/register.ts'

const picturesOf = ({ booking }: Duty): string[] =>
  booking.pets.flatMap(({ id, species, coat }) => {
    const seed = { id, species, ...(coat ? { coat } : {}) }
    return [portraitUrl(seed, 'whole'), portraitUrl(seed, 'fill')]
  })

/** Asks the service worker to cache the pages of these bookings and their pictures. */
export async function cacheOnDevice(duties: readonly Duty[]): Promise<void> {
  const registration = await registerWorker()
  const worker = registration && (await activeOf(registration))
  worker?.postMessage({
    type: 'keep',
    pages: [paths.onDuty(), ...duties.map(({ booking }) => paths.care(booking.id))],
    pictures: duties.flatMap(picturesOf),
  })
}
