import { Link } from 'react-router'
import type { ShownSettings } from '#contract/settings.ts'
import { plural } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Portrait, type PortraitSeed } from '#web/ui/portrait/portrait.tsx'

type Step = { title: string; text: string; seed: PortraitSeed }

const stepsOf = ({ request }: ShownSettings): Step[] => [
  {
    title: 'Find who fits',
    text: 'Say where, when and for whom. You see only sitters who are free on those days and take your pet, with the total, all fees included.',
    seed: { id: 'step-find', species: 'cat', coat: 'tuxedo' },
  },
  {
    title: 'Ask, and get to know each other',
    text: `Send a request with a few words about your pet. The sitter answers within ${plural(request.ttlHours, 'hour')}, or the request expires. You owe nothing until they accept.`,
    seed: { id: 'step-ask', species: 'dog', coat: 'golden', ears: 'floppy' },
  },
  {
    title: 'Go away without worrying',
    text: 'Your sitter has the care sheet with food, medicine and your vet. You both see the same booking, terms and deadlines, and review each other afterwards.',
    seed: { id: 'step-go', species: 'rabbit', coat: 'fawn' },
  },
]

export function HowItWorks({ settings }: { settings: ShownSettings }) {
  return (
    <section aria-labelledby="how" className="border-y bg-card py-14">
      <div className="page grid gap-8">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h2 id="how" className="text-3xl">
            How it works
          </h2>
          <Link to={paths.howItWorks()} className={buttonStyle()}>
            In more detail
          </Link>
        </div>
        <ol className="grid gap-8 md:grid-cols-3">
          {stepsOf(settings).map(({ title, text, seed }, index) => (
            <li key={title} className="grid content-start gap-3">
              <div className="flex items-center gap-4">
                <Portrait seed={seed} className="size-20 rounded-full" />
                <span aria-hidden className="heading text-4xl text-green">
                  {index + 1}
                </span>
              </div>
              <h3 className="text-xl">{title}</h3>
              <p className="max-w-measure text-ink-2">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
