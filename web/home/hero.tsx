import { Icon } from '#web/ui/icon.tsx'
import type { ShownSettings } from '#contract/settings.ts'
import { plural } from '#web/format.ts'
import { hasLastSearch } from '#web/home/has-last-search.ts'
import type { StartPicture } from '#web/layout/contexts.ts'
import type { Day } from '#web/ui/dates/days.ts'
import { lazyOnInteraction } from '#web/ui/lazy-on-interaction.tsx'
import { Portrait, type PortraitSeed } from '#web/ui/portrait/portrait.tsx'

const portraits: readonly { seed: PortraitSeed; box: string }[] = [
  { seed: { id: 'hero-brown', species: 'dog', coat: 'brown', ears: 'floppy' }, box: 'col-span-2 row-span-2' },
  { seed: { id: 'hero-grey', species: 'cat', coat: 'grey tabby' }, box: '' },
  { seed: { id: 'hero-cream', species: 'dog', coat: 'cream', ears: 'pricked' }, box: '' },
  { seed: { id: 'hero-ginger', species: 'cat', coat: 'ginger' }, box: '' },
  { seed: { id: 'hero-patch', species: 'dog', coat: 'black and white', ears: 'floppy' }, box: 'col-span-2' },
]

const HomeSearch = lazyOnInteraction(
  () => import('#web/home/home-search.tsx'),
  <div className="h-24 rounded-picture border border-line bg-card" />,
  hasLastSearch,
)

type HeroProps = { today: Day; settings: ShownSettings; start: StartPicture | null }

export function Hero({ today, settings, start }: HeroProps) {
  const { flexible, strict } = settings.policy
  return (
    <section className="page grid gap-8 pt-6 sm:pt-10">
      <div className="grid items-center gap-10 lg:grid-cols-[1.1fr_1fr] lg:gap-14">
        <div className="grid gap-6">
          <h1 className="text-hero">Someone lovely to stay with your best friend.</h1>
          <p className="max-w-[34rem] text-lg text-ink-2 sm:text-[1.25rem]">
            Local sitters with reviews from real stays, the full price before you ask, and clear terms if your
            plans change.
          </p>
        </div>
        {start ? <OwnPicture {...start} /> : <DrawnAnimals />}
      </div>
      <div className="grid gap-4">
        <HomeSearch today={today} />
        <p className="dots text-sm text-ink-2">
          <span>
            <Icon name="shield-check" size={18} className="mr-1.5 inline-block align-text-bottom" />
            You pay your sitter only after they accept
          </span>
          <span>
            {`Cancel for free until noon, ${flexible.cutoffDays} to ${plural(strict.cutoffDays, 'day')} before a stay`}
          </span>
        </p>
      </div>
    </section>
  )
}

/** The operator's own picture, cropped to the room that the drawn animals would take. */
function OwnPicture({ alt, sizes }: StartPicture) {
  return (
    <img
      src={sizes[0]!.url}
      srcSet={sizes.map(({ width, url }) => `${url} ${width}w`).join()}
      sizes="(width < 64rem) 100vw, 45vw"
      alt={alt}
      fetchPriority="high"
      className="aspect-2/1 max-h-56 w-full rounded-picture object-cover lg:aspect-auto lg:h-[24rem] lg:max-h-none xl:h-[26.5rem]"
    />
  )
}

function DrawnAnimals() {
  return (
    <>
      <div
        aria-hidden
        className="grid grid-cols-3 grid-rows-[repeat(3,minmax(0,1fr))] gap-3 max-lg:hidden lg:h-[24rem] xl:h-[26.5rem]"
      >
        {portraits.map(({ seed, box }) => (
          <div key={seed.id} className={`overflow-hidden rounded-picture ${box}`}>
            <Portrait seed={seed} fit="fill" className="size-full" />
          </div>
        ))}
      </div>
      <div aria-hidden className="grid grid-cols-4 gap-2 lg:hidden">
        {portraits.slice(0, 4).map(({ seed }) => (
          <Portrait key={seed.id} seed={seed} className="aspect-square w-full rounded-control" />
        ))}
      </div>
    </>
  )
}
