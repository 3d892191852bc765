import { Icon } from '#web/ui/icon.tsx'
import { Link } from 'react-router'
import type { Account } from '#contract/accounts.ts'
import type { Service } from '#contract/codes.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Meter } from '#web/ui/meter.tsx'

type FirstStep = { label: string; why: string; to: string; isDone: boolean }

type Profile = Pick<Account, 'phoneNumber' | 'location'>
type SitterProfile = Pick<Sitter, 'id' | 'photos' | 'services' | 'calendarConfirmedOn'>

/** The services that take place at the sitter's home. */
const atHome: readonly Service[] = ['boarding', 'day_care']

const profileStep = ({ phoneNumber, location }: Profile): FirstStep => ({
  label: 'Complete your profile',
  why: 'A phone number and a town, shared once a booking is confirmed.',
  to: paths.profile(),
  isDone: phoneNumber !== null && location !== null,
})

/** The first steps of an owner. */
export const ownerSteps = (account: Profile, hasPet: boolean, hasBooking: boolean): FirstStep[] => [
  {
    label: 'Add a pet',
    why: 'Sitters answer sooner when they know who is coming.',
    to: paths.newPet(paths.account()),
    isDone: hasPet,
  },
  profileStep(account),
  {
    label: 'Find a sitter',
    why: 'Ask for your dates; nothing is due until somebody accepts.',
    to: paths.sitters(),
    isDone: hasBooking,
  },
]

/** The first steps of a person with a sitter profile, which they see instead of an owner's. */
export const sitterSteps = (
  account: Profile & Pick<Account, 'photoUrl'>,
  { id, photos, services, calendarConfirmedOn }: SitterProfile,
): FirstStep[] => [
  profileStep(account),
  {
    label: 'Add a photo of yourself',
    why: 'Owners see it beside your name, in the search and in your messages.',
    to: paths.profile('photo'),
    isDone: account.photoUrl !== null,
  },
  ...(services.some(({ service, active }) => active && atHome.includes(service))
    ? [
        {
          label: 'Add photos of your home',
          why: 'Owners look at them before they read anything.',
          to: paths.ownSitter(id, 'photos'),
          isDone: photos.length > 0,
        },
      ]
    : []),
  {
    label: 'Set your services and rates',
    why: 'You can see what you receive for each of them after the fee.',
    to: paths.ownSitter(id, 'services'),
    isDone: services.length > 0,
  },
  {
    label: 'Confirm your calendar',
    why: 'Close the days on which you cannot look after anybody.',
    to: paths.calendar(),
    isDone: calendarConfirmedOn !== null,
  },
]

/** First steps of a new account; hidden once all are done. */
export function TaskList({ steps, className }: { steps: FirstStep[]; className?: string | undefined }) {
  const count = steps.filter(({ isDone }) => isDone).length
  if (count === steps.length) return null
  return (
    <Card as="section" aria-labelledby="tasks" className={className}>
      <h2 id="tasks" className="mb-4 text-xl">
        First steps
      </h2>
      <Meter label="Done" value={count} max={steps.length} text={`${count} of ${steps.length}`} />
      <ul className="mt-5 grid gap-4">
        {steps.map(({ label, why, to, isDone }) => {
          return (
            <li key={label} className="flex gap-3">
              <Icon
                name={isDone ? 'circle-check' : 'circle-dashed'}
                size={22}
                className={isDone ? 'text-green' : 'text-ink-3'}
              />
              <div className="grid gap-0.5">
                {isDone ? (
                  <p className="font-medium text-ink-2 line-through">
                    {label}
                    <span className="sr-only"> (done)</span>
                  </p>
                ) : (
                  <Link to={to} className="link w-fit font-semibold">
                    {label}
                  </Link>
                )}
                {!isDone && <p className="text-sm text-ink-2">{why}</p>}
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
