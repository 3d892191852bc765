import type { CareTask } from '#contract/care/report-cards.ts'
import { type CareTaskKind, isStay, type Service, type Species } from '#contract/codes.ts'
import type { PetDetails } from '#contract/pets.ts'
import { addDays, instantOf, minuteMilliseconds } from '#server/kernel/day.ts'

export type CaredPet = {
  id: string
  name: string
  species: Species
  details: Pick<PetDetails, 'feeding' | 'medications'>
}
export type CareUnit = { startsAt: Date; endsAt: Date; on: string }
type Booked = { service: Service; timeZone: string; units: readonly CareUnit[] }

/** A task belongs to a visit if its time is at most this many minutes before the visit begins or after it ends. */
const nearMinutes = 90
const litterSpecies: readonly Species[] = ['cat', 'rabbit']
const waterlessSpecies: readonly Species[] = ['fish']

type TaskTemplate = {
  kind: CareTaskKind
  name: string
  label: string
  dose: string
  times: readonly string[]
}

const joined = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(', ')

/** Returns the tasks on the care sheet, for any service; walks include only meals due during them. */
function sheetTemplatesOf({ details }: CaredPet): TaskTemplate[] {
  const meals = details.feeding.map(({ food, amount, times, treats }): TaskTemplate => ({
    kind: 'feed',
    name: food,
    label: joined(food, amount, treats && `treats: ${treats}`),
    dose: '',
    times,
  }))
  const medicines = details.medications.map(({ name, dose, route, times }): TaskTemplate => ({
    kind: 'meds',
    name,
    label: joined(name, dose, route),
    dose,
    times,
  }))
  return [...meals, ...medicines]
}

const anyTime = (kind: CareTaskKind, label: string): TaskTemplate => ({
  kind,
  name: label,
  label,
  dose: '',
  times: [],
})

/** Returns the usual tasks: water, a walk for a dog, a clean tray for a cat. */
function usualTemplatesOf(service: Service, { species }: CaredPet): TaskTemplate[] {
  const templates: TaskTemplate[] = []
  if (!waterlessSpecies.includes(species)) templates.push(anyTime('water', 'Fresh water'))
  if (litterSpecies.includes(species) && service !== 'dog_walking')
    templates.push(anyTime('litter', 'Clean the tray'))
  if (species !== 'dog') return templates
  return isStay(service)
    ? [
        ...templates,
        anyTime('walk', 'Walk in the afternoon or evening'),
        anyTime('walk', 'Walk in the morning'),
      ]
    : [...templates, anyTime('walk', service === 'dog_walking' ? 'The walk' : 'Walk')]
}

/**
 * Returns the unit nearest to the instant of a task; undefined if none is near enough, so that the task is left to the
 * owner.
 */
function unitAt({ service, units }: Booked, at: Date): number | undefined {
  const distanceTo = ({ startsAt, endsAt }: CareUnit): number =>
    Math.max(0, startsAt.getTime() - at.getTime(), at.getTime() - endsAt.getTime() + 1)
  const most = isStay(service) || service === 'day_care' ? 0 : nearMinutes * minuteMilliseconds
  const near = units
    .map((unit, index) => ({ index, distance: distanceTo(unit) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance || a.index - b.index)
  return near[0]?.index
}

/** Returns the tasks of each unit in chronological order; the same care sheet always gives the same keys. */
export function tasksOf(booked: Booked, petsOf: (unit: number) => readonly CaredPet[]): CareTask[][] {
  const all = booked.units.map((): CareTask[] => [])
  for (const [index, unit] of booked.units.entries()) {
    for (const pet of petsOf(index)) {
      for (const template of [...sheetTemplatesOf(pet), ...usualTemplatesOf(booked.service, pet)]) {
        if (template.times.length === 0 && allowsAnyTime(booked.service, template))
          all[index]!.push(taskOf(pet, template, null))
        for (const time of template.times)
          if (daysOf(unit).some((on) => unitAt(booked, instantOf(on, time, booked.timeZone)) === index))
            all[index]!.push(taskOf(pet, template, time))
      }
    }
  }
  return all.map((tasks, index) => inOrder(tasks, booked, index))
}

/** A walk includes a meal only if its time falls within the walk. */
const allowsAnyTime = (service: Service, { kind }: TaskTemplate): boolean =>
  service !== 'dog_walking' || kind !== 'feed'

/** The dates that a unit can touch, because a night spans two. */
const daysOf = ({ on }: CareUnit): string[] => [on, addDays(on, 1), addDays(on, -1)]

const taskOf = (pet: CaredPet, { kind, name, label, dose }: TaskTemplate, time: string | null): CareTask => ({
  key: [pet.id, kind, name.toLowerCase(), time ?? 'any'].join('|'),
  kind,
  petId: pet.id,
  petName: pet.name,
  label,
  time,
  dose,
})

/** Sorts from the beginning of the unit, across midnight for a night; tasks without a time come last. */
function inOrder(tasks: CareTask[], { service, units, timeZone }: Booked, index: number): CareTask[] {
  const { on, startsAt } = units[index]!
  const minutes = ({ time }: CareTask): number => {
    if (time === null) return Number.POSITIVE_INFINITY
    const first = instantOf(on, time, timeZone)
    const isNextDay = isStay(service) && first < startsAt
    return (isNextDay ? instantOf(addDays(on, 1), time, timeZone) : first).getTime()
  }
  return [...new Map(tasks.map((task) => [task.key, task])).values()].sort((a, b) => {
    const [first, second] = [minutes(a), minutes(b)]
    return first === second ? 0 : first - second
  })
}
