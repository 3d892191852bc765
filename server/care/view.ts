import type { Duty, EmergencyCard, ReportCard, ReportCards } from '#contract/care/report-cards.ts'
import { type BookingStatus, isStay, runningStatuses } from '#contract/codes.ts'
import type { Settings } from '#contract/settings.ts'
import type { CareBooking } from '#server/bookings/care/commands.ts'
import {
  type Card,
  cardOf,
  handoversOf,
  effectiveEntries,
  type StoredEntry,
  withRemovedTasks,
} from '#server/care/card.ts'
import { type CareFacts, refuseEntries } from '#server/care/entry.ts'
import { claimFor, isShort } from '#server/care/shortfall.ts'
import { tasksOf } from '#server/care/task.ts'
import type { PhotosOf } from '#server/files/commands.ts'
import { addHours } from '#server/kernel/day.ts'
import { instantInWords } from '#server/kernel/words.ts'
import type { PetInCare } from '#server/pets/care-commands.ts'

export const factsForCare = (booking: CareBooking): CareFacts => ({
  status: booking.status,
  startsAt: booking.startsAt,
  endsAt: booking.endsAt,
  units: booking.units.length,
  petIds: booking.petIds,
})

type Row = { entry: { id: string; happenedAt: string }; receivedAt: Date }
const entryMetadata = ({ entry, receivedAt }: Row) => ({
  id: entry.id,
  at: entry.happenedAt,
  receivedAt: receivedAt.toISOString(),
})

type CareData = {
  pets: readonly PetInCare[]
  stored: readonly StoredEntry[]
  at: Date
  settings: Settings
  photos: PhotosOf
}

/** Builds the cards of a booking for its owner or sitter. */
export function viewReport(
  booking: CareBooking,
  { pets, stored, at, settings, photos }: CareData,
): ReportCards {
  const entries = effectiveEntries(stored)
  const tasks = tasksOf(booking, (unit) =>
    pets
      .filter(({ sheet }) => booking.units[unit]!.petIds.includes(sheet.id))
      .map(({ sheet: { id, name, species, ...details } }) => ({ id, name, species, details })),
  )
  const cards = booking.units.map((_, unit) => cardOf(entries, unit))
  const { routeDays } = settings.care
  const routesFrom = addHours(at, -24 * routeDays)
  const shorts = cards.map((card, unit) => isShortCard(booking, card, unit, settings))
  return {
    bookingId: booking.id,
    items: cards.map((card, unit) => ({
      ...viewUnit(booking, unit),
      ...viewCourse(card),
      photos: card.photos.flatMap((one) =>
        photos(one.entry.fileId).map((photo) => ({ ...entryMetadata(one), photo })),
      ),
      routes: card.routes
        .filter(({ receivedAt }) => receivedAt > routesFrom)
        .map((one) => ({ ...entryMetadata(one), points: one.entry.points })),
      short: shorts[unit]!,
      tasks: withRemovedTasks(tasks[unit]!, card).map((task) => {
        const done = card.done.get(task.key)
        const { at: doneAt, receivedAt } = done ? entryMetadata(done) : { at: '', receivedAt: '' }
        const petName = pets.find(({ sheet }) => sheet.id === task.petId)?.sheet.name ?? task.petName
        return {
          ...task,
          petName,
          done: done ? { at: doneAt, receivedAt, dose: done.entry.dose } : null,
        }
      }),
      pets: pets
        .filter(({ sheet }) => booking.units[unit]!.petIds.includes(sheet.id))
        .map(({ sheet: { id, name } }) => ({
          petId: id,
          name,
          mood: card.moods.get(id)?.entry.mood ?? null,
          foodPercent: card.food.get(id)?.entry.percent ?? null,
        })),
    })),
    handovers: handoversOf(entries).map((one) => {
      const { moment, items, condition, givenBy, takenBy, fileId } = one.entry
      const photo = (fileId && photos(fileId)[0]) || null
      return { ...entryMetadata(one), moment, items, condition, givenBy, takenBy, photo }
    }),
    writable: booking.party === 'sitter' && refuseEntries(factsForCare(booking), at, settings) === null,
    routeDays,
    claim: claimOf(booking, cards, shorts),
  }
}

const paidMinutes = ({ service, units }: CareBooking, unit: number): number | null =>
  isStay(service) ? null : units[unit]!.minutes

function viewUnit(booking: CareBooking, unit: number) {
  const { on, startsAt, endsAt } = booking.units[unit]!
  return {
    unit,
    on,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    plannedMinutes: paidMinutes(booking, unit),
  }
}

function viewCourse(
  card: Card,
): Omit<ReportCard, 'tasks' | 'pets' | 'photos' | 'routes' | 'short' | keyof ReturnType<typeof viewUnit>> {
  const { arrived, left, incident } = card
  return {
    arrivedAt: arrived?.entry.happenedAt ?? null,
    leftAt: left?.entry.happenedAt ?? null,
    actualMinutes: card.actualMinutes,
    pee: card.pee.map(entryMetadata),
    poo: card.poo.map(entryMetadata),
    notes: card.notes.map((note) => ({ ...entryMetadata(note), text: note.entry.text })),
    incident: incident
      ? { ...entryMetadata(incident), happened: incident.entry.happened, words: incident.entry.words }
      : null,
  }
}

function isShortCard(
  booking: CareBooking,
  { actualMinutes }: Card,
  unit: number,
  { care }: Settings,
): boolean {
  const planned = paidMinutes(booking, unit)
  return planned !== null && actualMinutes !== null && isShort(planned, actualMinutes, care.shortPercent)
}

/** Sums up all units that were clearly too short in one claim, because each side opens only one case about the care. */
function claimOf(
  booking: CareBooking,
  cards: readonly Card[],
  shorts: readonly boolean[],
): ReportCards['claim'] {
  const units = shorts.flatMap((short, unit) => (short ? [unit] : []))
  if (!booking.claimable || units.length === 0) return null
  const amount = claimFor(
    units.map((unit) => ({
      net: booking.units[unit]!.net,
      planned: booking.units[unit]!.minutes,
      actual: cards[unit]!.actualMinutes!,
    })),
    booking.money,
  )
  if (amount === 0) return null
  const lines = units.map((unit) => {
    const when = instantInWords(booking.units[unit]!.startsAt, booking.timeZone)
    return `${when}: ${cards[unit]!.actualMinutes} of ${booking.units[unit]!.minutes} paid minutes`
  })
  const words = `By the report card, less time was spent than is paid for. ${lines.join('; ')}. I ask back the part that was missing.`
  return { amount, words: words.slice(0, 4000), units }
}

const emergencyOf = ({
  id,
  name,
  species,
  breed,
  coat,
  weightKg,
  birthOn,
  chip,
  vet,
  insurance,
  conditions,
  allergies,
  medications,
  emergency,
}: PetInCare['full']): EmergencyCard['pets'][number] => ({
  id,
  name,
  species,
  breed,
  coat,
  weightKg,
  birthOn,
  chip,
  vet,
  insurance,
  conditions,
  allergies,
  medications,
  emergency,
})

export const viewEmergency = (booking: CareBooking, pets: readonly PetInCare[]): EmergencyCard => ({
  bookingId: booking.id,
  owner: { name: booking.ownerName, phoneNumber: booking.ownerPhone },
  pets: pets.filter(({ full }) => booking.petIds.includes(full.id)).map(({ full }) => emergencyOf(full)),
})

const running: readonly BookingStatus[] = runningStatuses

/** Builds the sitter's duty; once the booking is over, the pets' care sheets are no longer included. */
export function viewDuty(booking: CareBooking, data: CareData): Duty {
  const pets = running.includes(booking.status) ? data.pets : []
  return {
    booking: booking.shown,
    pets: pets.map(({ sheet }) => sheet),
    emergency: viewEmergency(booking, pets),
    report: viewReport(booking, data),
  }
}
