import { Icon, type IconName } from '#web/ui/icon.tsx'
import type { Species } from '#contract/codes.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { listWords } from '#contract/words.ts'
import { formatLanguage, plural } from '#web/format.ts'
import { ReportButton } from '#web/reports/report-button.tsx'
import { homeNames, skillNames } from '#web/search/filter-words.ts'
import { capitalised, speciesCount, speciesWord } from '#web/words.ts'

type Fact = { icon: IconName; title: string; text: string }

type Home = Sitter['home']

const gardenTexts: Record<Home['garden'], string> = {
  fenced: 'Safe to run in',
  shared: 'Shared with neighbours',
  none: 'Walks instead',
}

const dwellingOf = ({ type, smokeFree }: Home): Fact => ({
  icon: type === 'flat' ? 'building' : 'house',
  title: type === 'other' ? 'Another kind of home' : `Lives in a ${type === 'farm' ? 'farmhouse' : type}`,
  text: smokeFree ? 'Nobody smokes inside' : 'Somebody smokes',
})

const aloneAtMost = (hours: number): Fact => ({
  icon: 'clock',
  title: hours === 0 ? 'Never alone' : `Left alone for at most ${hours} h`,
  text: hours <= 2 ? 'Someone is nearly always home' : 'On an ordinary day',
})

/** Facts about the sitter's home and experience; leaves out what the profile does not state. */
export function factsOf({ home, pets, skills, languages, experienceYears }: Sitter): Fact[] {
  const residents = residentsOf(pets)
  const medication = skills.filter((skill) => skill === 'oral_medication' || skill === 'injections')
  const other = skills.filter((skill) => skill !== 'oral_medication' && skill !== 'injections')
  const facts: (Fact | false)[] = [
    {
      icon: 'trees',
      title: homeNames[home.garden] ?? 'Garden',
      text: gardenTexts[home.garden],
    },
    dwellingOf(home),
    residents,
    medication.length > 0 && {
      icon: 'pill',
      title: 'Gives medication',
      text: capitalised(
        listWords(medication.map((skill) => (skill === 'injections' ? 'injections' : 'tablets'))),
      ),
    },
    home.aloneMaxHours !== null && aloneAtMost(home.aloneMaxHours),
    {
      icon: 'baby',
      title: { none: 'No children', young: 'Young children', older: 'Older children' }[home.children],
      text: home.children === 'none' ? 'Adults only' : 'Who live in the home',
    },
    home.car && { icon: 'car', title: 'Has a car', text: 'For trips, and for the vet' },
    experienceYears !== null &&
      experienceYears > 0 && {
        icon: 'graduation-cap',
        title: plural(experienceYears, 'year'),
        text: 'Looking after animals',
      },
    other.length > 0 && {
      icon: 'heart-handshake',
      title: skillNames[other[0]!],
      text: listWords(other.slice(1).map((skill) => skillNames[skill])) || 'By experience',
    },
    languages.length > 0 && {
      icon: 'languages',
      title: `Speaks ${listWords(languages.slice(0, 2).map(formatLanguage))}`,
      text:
        languages.length > 2
          ? `Also ${listWords(languages.slice(2).map(formatLanguage))}`
          : 'In messages and in person',
    },
  ]
  return facts.filter((fact) => fact !== false)
}

function residentsOf(pets: Sitter['pets']): Fact {
  const counts = new Map<Species, number>()
  for (const { species } of pets) counts.set(species, (counts.get(species) ?? 0) + 1)
  if (counts.size === 0)
    return { icon: 'dog', title: 'No pets of their own', text: 'Yours gets full attention' }
  const [only] = pets
  if (pets.length === 1 && only) {
    const age = only.ageYears === null ? [] : [only.ageYears === 0 ? 'under a year' : `${only.ageYears}`]
    return {
      icon: 'dog',
      title: `One resident ${speciesWord(only.species)}`,
      text: [only.breed ?? only.name, ...age].join(', '),
    }
  }
  return {
    icon: 'dog',
    title: capitalised(listWords([...counts].map(([species, count]) => speciesCount(count, species)))),
    text: listWords(pets.map(({ name }) => name)),
  }
}

export function Facts({ sitter }: { sitter: Sitter }) {
  return (
    <>
      <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {factsOf(sitter).map(({ icon, title, text }) => (
          <li key={title} className="flex items-center gap-3.5">
            <span className="grid size-11 shrink-0 place-items-center rounded-control bg-green-soft text-green">
              <Icon name={icon} size={20} />
            </span>
            <span>
              <span className="block font-semibold">{title}</span>
              <span className="block text-[0.9375rem] text-ink-2">{text}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="-ml-3">
        <ReportButton
          kind="listing"
          id={sitter.id}
          name={`the profile of ${sitter.name}`}
          label="Report this profile"
        />
      </p>
    </>
  )
}
