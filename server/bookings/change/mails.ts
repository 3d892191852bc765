import type { Party } from '#contract/codes.ts'
import { listWords } from '#contract/words.ts'
import {
  basics,
  type Body,
  costs,
  datesOf,
  earns,
  lessBy,
  type Mail,
  momentOf,
  money,
  reasonOf,
  type Words,
} from '#server/bookings/facts-mails.ts'
import type { Event } from '#server/bookings/life/transition.ts'

type ChangeEvent = Exclude<Extract<Event, `${string}_change`>, 'pay_change'>
const toBoth = (words: Words): Record<Party, Words> => ({ owner: words, sitter: words })

/** The amount the owner pays on top or gets back, worded for the reader. */
function difference(mail: Mail): Body['facts'] {
  const { amount } = mail.payload
  if (!amount) return []
  const isOwner = mail.to === 'owner'
  if (amount > 0) return [[isOwner ? 'You pay extra' : 'The owner pays extra', money(mail, amount)]]
  if (mail.payload.later) return [[isOwner ? 'You pay less' : 'The owner pays less', money(mail, 0 - amount)]]
  return lessBy(mail, 0 - amount)
}

/** The booking after the change, while the change is pending. */
function wouldBe(mail: Mail): Body['facts'] {
  const { record } = mail
  if (!record.change) return []
  const { agreed, expires_at: expiresAt } = record.change
  const dates = datesOf({
    record: {
      service: record.service,
      time_zone: record.time_zone,
      start_on: agreed.startOn,
      start_time: agreed.startTime,
      end_on: agreed.endOn,
      end_time: agreed.endTime,
      units: agreed.units.map((unit) => ({
        on_date: unit.on,
        starts_at: new Date(unit.startsAt),
        minutes: unit.minutes,
      })),
    },
  })
  return [
    ['Dates after the change', dates],
    ['For', listWords(agreed.pets.map(({ name }) => name))],
    ...petsFrom(mail, agreed.petsFrom),
    ['Answer by', momentOf(mail, expiresAt)],
  ]
}

const petsFrom = (mail: Mail, at: string | null | undefined): Body['facts'] =>
  at ? [['These pets from', momentOf(mail, new Date(at))]] : []

const totals = (mail: Mail): Body['facts'] => (mail.to === 'owner' ? costs(mail) : earns(mail))

const unchanged =
  (why: (mail: Mail) => string): Words =>
  (mail) => ({
    paragraphs: [`${why(mail)} Everything stays as agreed, and no money moves.`],
    facts: basics(mail),
    quoted: reasonOf(mail),
  })

/** The mail body of each change event. */
export const changeWords: Record<ChangeEvent, Partial<Record<Party, Words>>> = {
  propose_change: toBoth((mail) => ({
    paragraphs: [
      `${mail.other} would like to change the booking. It stays as it is until you accept; if you decline, nothing changes.`,
    ],
    facts: [...basics(mail), ...wouldBe(mail), ...difference(mail)],
    quoted: reasonOf(mail),
    button: { label: 'Answer the change', url: `${mail.site.url}/account/bookings/${mail.record.id}` },
  })),
  accept_change: toBoth((mail) => ({
    paragraphs: [`The change is agreed. These are the details of the booking from now on.`],
    facts: [...basics(mail), ...difference(mail), ...totals(mail)],
  })),
  decline_change: toBoth(unchanged((mail) => `The change to the booking with ${mail.other} was declined.`)),
  withdraw_change: toBoth(unchanged((mail) => `${mail.other} has withdrawn the change.`)),
  expire_change: toBoth(unchanged(() => 'The change was not answered in time, so it has expired.')),
}
