import { Icon } from '#web/ui/icon.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Duty, EmergencyCard } from '#contract/care/report-cards.ts'
import { formatMoney } from '#contract/words.ts'
import { dutyTitle } from '#web/care/duty-words.ts'
import { formatKilograms } from '#web/format.ts'
import { lostPaths } from '#web/lost/lost-paths.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Portrait } from '#web/ui/portrait/portrait.tsx'
import { capitalised, speciesWord } from '#web/words.ts'

type Pet = EmergencyCard['pets'][number]

const joined = (...parts: (string | null | undefined | false)[]): string => parts.filter(Boolean).join(', ')

function Call({ number, children }: { number: string; children: ReactNode }) {
  return (
    <a
      href={`tel:${number}`}
      className={buttonStyle({ kind: 'primary', size: 'large', className: 'max-sm:w-full' })}
    >
      <Icon name="phone" size={20} className="print:hidden" />
      {children} <span className="figures hidden print:inline">{number}</span>
    </a>
  )
}

/** Everything needed in an emergency: readable in a hurry, offline, or printed. */
export function EmergencySheet({ duty }: { duty: Duty }) {
  const { booking, emergency } = duty
  const { owner, pets } = emergency
  const isOwner = booking.role === 'owner'
  return (
    <main className="page grid max-w-[48rem] gap-5 py-5">
      <Link
        to={isOwner ? paths.booking(booking.id) : paths.care(booking.id)}
        className="link inline-flex min-h-11 w-fit items-center gap-1 print:hidden"
      >
        <Icon name="chevron-left" size={18} />
        {dutyTitle(duty)}
      </Link>
      <h1 className="text-2xl">Emergency card</h1>
      {pets.length === 0 ? (
        <Notice>This booking is over, so the emergency card is hidden again.</Notice>
      ) : (
        <>
          {owner.phoneNumber && (
            <div className="flex flex-wrap gap-3">
              <Call number={owner.phoneNumber}>Call {owner.name}</Call>
            </div>
          )}
          {!owner.phoneNumber && (
            <Notice kind="warning">
              {isOwner
                ? 'Your profile has no phone number. Add one, so that your sitter can reach you.'
                : `${owner.name} has not given a phone number.`}
            </Notice>
          )}
          {pets.map((pet) => (
            <PetEmergency key={pet.id} pet={pet} currency={booking.currency} isOwner={isOwner} />
          ))}
          <Button
            kind="quiet"
            icon={<Icon name="printer" size={18} />}
            className="justify-self-start print:hidden"
            onClick={() => window.print()}
          >
            Print this card
          </Button>
        </>
      )}
    </main>
  )
}

function PetEmergency({ pet, currency, isOwner }: { pet: Pet; currency: string; isOwner: boolean }) {
  const { id, name, species, breed, coat, weightKg, vet } = pet
  return (
    <Card as="section" aria-label={name} className="grid gap-4 break-inside-avoid">
      <header className="flex items-center gap-4">
        <Portrait
          seed={{ id, species, coat: coat ?? undefined }}
          fit="fill"
          className="size-18 shrink-0 rounded-control"
        />
        <div>
          <h2 className="text-xl">{name}</h2>
          <p className="text-ink-2">
            {joined(
              capitalised(speciesWord(species)),
              breed,
              coat,
              weightKg !== null && formatKilograms(weightKg),
            )}
          </p>
        </div>
      </header>
      {vet ? (
        <div className="flex flex-wrap gap-3">
          {vet.phone && <Call number={vet.phone}>Call the vet</Call>}
        </div>
      ) : (
        <NoVet petId={id} isOwner={isOwner} />
      )}
      <Link
        to={lostPaths.own(id)}
        className={buttonStyle({
          size: 'large',
          className: 'max-sm:w-full sm:justify-self-start print:hidden',
        })}
      >
        <Icon name="paw-print" size={20} />
        Report {name} as lost
      </Link>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {factsOf(pet, currency).map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function NoVet({ petId, isOwner }: { petId: string; isOwner: boolean }) {
  return (
    <Notice kind="warning">
      {isOwner ? (
        <>
          No vet has been entered.{' '}
          <Link to={paths.pet(petId)} className="link">
            Add one
          </Link>
        </>
      ) : (
        'No vet has been entered. Ask the owner, or call the nearest one.'
      )}
    </Notice>
  )
}

function consentOf({ emergency }: Pet, currency: string): string {
  if (!emergency) return 'Nothing has been agreed. Ask the owner before doing anything that can wait.'
  if (!emergency.consent) return 'No. The owner decides; call first.'
  return emergency.spendLimit === null
    ? 'Yes, whatever the vet thinks is needed.'
    : `Yes, up to ${formatMoney(emergency.spendLimit, currency)} without asking.`
}

function factsOf(pet: Pet, currency: string): [label: string, value: string][] {
  const { vet, chip, insurance, conditions, allergies, medications, emergency } = pet
  const all: [string, string | null | undefined][] = [
    ['Vet', vet && joined(vet.name, vet.address, vet.phone)],
    ['At night and on Sundays', vet?.afterHours],
    ['Animal hospital', emergency?.hospital],
    ['May the vet treat?', consentOf(pet, currency)],
    ['Chip', chip && joined(chip.number, chip.registry)],
    ['Insurance', insurance && joined(insurance.company, insurance.policyNumber)],
    ['Illnesses', conditions],
    ['Allergies', allergies],
    [
      'Medicine',
      medications
        .map(({ name, dose, route, times }) =>
          joined(name, dose, route, times.length > 0 && `at ${times.join(' and ')}`),
        )
        .join('\n'),
    ],
  ]
  return all.filter((row): row is [string, string] => Boolean(row[1]))
}
