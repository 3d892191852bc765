import { Icon } from '#web/ui/icon.tsx'
import { Link } from 'react-router'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { Party } from '#contract/codes.ts'
import { isActiveBooking, isOpenRequest } from '#web/bookings/life/booking-words.ts'
import { formatKilograms } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { FaceButton } from '#web/files/face-button.tsx'
import { ReportButton } from '#web/reports/report-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Portrait } from '#web/ui/portrait/portrait.tsx'
import { capitalised, speciesWord } from '#web/words.ts'

const partyWords: Record<Party, string> = { owner: 'Owner', sitter: 'Sitter' }

/** Both parties, with phone number and address if the API returns them. */
export function PeopleCard({ booking }: { booking: Booking }) {
  return (
    <Card as="section" aria-labelledby="people">
      <h2 id="people" className="mb-4 text-xl">
        People
      </h2>
      <ul className="grid gap-5">
        <Person side="sitter" booking={booking} />
        <Person side="owner" booking={booking} />
      </ul>
      {isOpenRequest(booking) && (
        <p className="mt-4 text-sm text-ink-2">Phone numbers are shown once the booking is confirmed.</p>
      )}
      {!isOpenRequest(booking) && !isActiveBooking(booking) && (
        <p className="mt-4 text-sm text-ink-2">
          Phone numbers are hidden again now that the booking is over.
        </p>
      )}
    </Card>
  )
}

function Person({ side, booking }: { side: Party; booking: Booking }) {
  const { role, circle } = booking
  const { id, accountId, name, face, phoneNumber, location } = booking[side]
  return (
    <li className="flex gap-3.5">
      <FaceButton {...{ name, face }} isOwn={side === role} />
      <div className="grid min-w-0 content-start gap-1">
        <p className="font-semibold">
          {side === 'sitter' && !circle ? (
            <Link to={paths.sitter(id)} className="link">
              {name}
            </Link>
          ) : (
            name
          )}
          {side === role && <span className="font-normal text-ink-2"> (you)</span>}
        </p>
        <p className="text-sm text-ink-2">{side === 'sitter' && circle ? 'Friend' : partyWords[side]}</p>
        {side !== role && (
          <Link
            to={paths.contact({ booking: booking.id })}
            className="link inline-flex min-h-8 w-fit items-center gap-2 text-[0.9375rem] print:hidden"
          >
            <Icon name="message-circle" size={16} className="text-ink-2" />
            Write a message
          </Link>
        )}
        {phoneNumber && (
          <p className="flex items-center gap-2 text-[0.9375rem]">
            <Icon name="phone" size={16} className="text-ink-2" />
            <a href={`tel:${phoneNumber}`} className="link inline-flex min-h-8 items-center">
              {phoneNumber}
            </a>
          </p>
        )}
        {location && (
          <p className="flex items-center gap-2 text-[0.9375rem]">
            <Icon name="map-pin" size={16} className="text-ink-2" />
            {location}
          </p>
        )}
        {side !== role && (
          <div className="-ml-3 print:hidden">
            <ReportButton kind="person" id={accountId} name={name} />
          </div>
        )}
      </div>
    </li>
  )
}

/** The pets, with links to their care sheets. */
export function PetsCard({ booking }: { booking: Booking }) {
  const { pets, role, status, offer } = booking
  // For a question or an unrequested offer, the sitter sees only the pets' names.
  const isUnasked = status === 'inquiry' || (offer !== null && offer.before === null)
  const readable = role === 'owner' || isActiveBooking(booking) || (isOpenRequest(booking) && !isUnasked)
  return (
    <Card as="section" aria-labelledby="pets">
      <h2 id="pets" className="mb-4 text-xl">
        {pets.length === 1 ? 'The pet' : 'The pets'}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2">
        {pets.map(({ id, name, species, breed, coat, weightKg }) => (
          <li key={id} className="flex items-center gap-4">
            <Portrait
              seed={{ id, species, coat: coat ?? undefined }}
              fit="fill"
              className="h-16 w-18 shrink-0 rounded-control"
            />
            <div className="grid gap-0.5">
              <p className="font-semibold">{name}</p>
              <p className="text-sm text-ink-2">
                {[
                  breed ?? capitalised(speciesWord(species)),
                  weightKg === null ? null : formatKilograms(weightKg),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </p>
              {readable && (
                <Link
                  to={paths.careSheet(id)}
                  className="link inline-flex min-h-8 w-fit items-center text-sm print:hidden"
                  aria-label={`Care sheet of ${name}`}
                >
                  Care sheet
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
