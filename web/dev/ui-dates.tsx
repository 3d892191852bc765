import { useState } from 'react'
import { Columns, Section } from '#web/dev/ui-section.tsx'
import { Card } from '#web/ui/card.tsx'
import type { CalendarBar } from '#web/ui/dates/availability-bar.tsx'
import { AvailabilityCalendar } from '#web/ui/dates/availability-calendar.tsx'
import type { DayInfo } from '#web/ui/dates/availability-day.tsx'
import { DatePicker } from '#web/ui/dates/date-picker.tsx'
import type { DayReason } from '#web/ui/dates/date-props.ts'
import { DateRange } from '#web/ui/dates/date-range.tsx'
import { daysBetween, shortDay } from '#web/ui/dates/days.ts'
import { TimeSelect } from '#web/ui/dates/time-select.tsx'
import { Combobox, type ComboboxItem } from '#web/ui/forms/combobox.tsx'

const away = new Set([...daysBetween('2026-12-18', '2026-12-20'), '2026-12-31'])

/** A night runs from its day to the next, so one stay may begin on the day another ends. */
const whyNot: DayReason = (day, from) => {
  const nights = from && from < day ? daysBetween(from, day).slice(0, -1) : [day]
  return nights.some((night) => away.has(night)) ? 'Inês is away' : null
}

const towns: readonly ComboboxItem[] = [
  { id: 'lisbon', label: 'Lisbon', detail: 'Portugal' },
  { id: 'prague', label: 'Prague', detail: 'Czechia' },
  { id: 'praia', label: 'Praia da Luz', detail: 'Portugal' },
  { id: 'cologne', label: 'Köln', detail: 'Germany' },
  { id: 'prato', label: 'Prato', detail: 'Italy' },
]

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const findTowns = (text: string) =>
  Promise.resolve(towns.filter(({ label }) => plain(label).startsWith(plain(text))))

export function DateSections() {
  return (
    <>
      <Ranges />
      <Section id="date-picker" title="Date and time">
        <Columns>
          <DatePicker
            label="Date of the walk"
            name="walkOn"
            defaultValue="2026-12-14"
            min="2026-11-20"
            unavailable={whyNot}
          />
          <DatePicker label="Date of birth" name="bornOn" optional hint="A guess is fine." />
          <TimeSelect label="Time" name="time" defaultValue="17:45" />
        </Columns>
      </Section>
      <Availability />
      <Section id="combobox" title="Combobox">
        <Columns>
          <Combobox
            label="Where"
            name="place"
            keyName="placeId"
            load={findTowns}
            placeholder="Town or postcode"
            emptyText="No such town"
          />
          <Combobox
            label="Where, with an error"
            name="placeAgain"
            load={findTowns}
            defaultText="Atlantis"
            error="We do not know this town"
          />
        </Columns>
      </Section>
    </>
  )
}

function Ranges() {
  const [chosen, setChosen] = useState('nothing yet')
  return (
    <Section id="date-range" title="Date range">
      <Columns>
        <Card>
          <DateRange
            label="When"
            startName="start"
            endName="end"
            defaultValue={{ start: '2026-12-12', end: '2026-12-16' }}
            min="2026-11-20"
            max="2027-11-20"
            unavailable={whyNot}
            onChange={({ start, end }) =>
              setChosen([start, end].map((day) => (day ? shortDay(day) : '…')).join(' – '))
            }
          />
          <p className="mt-3 text-sm text-ink-2">Chosen: {chosen}</p>
        </Card>
        <DateRange
          label="Stay"
          startLabel="First day"
          endLabel="Last day"
          startName="from"
          endName="to"
          hint="You can type the days, too."
        />
        <DateRange label="Trip" startName="leave" endName="return" error="Choose both days" />
      </Columns>
    </Section>
  )
}

const stays: readonly CalendarBar[] = [
  { id: 'rex', startOn: '2026-12-05', endOn: '2026-12-09', look: 'agreed' as const, text: 'Rex · Olga' },
  {
    id: 'miso',
    startOn: '2026-12-09',
    endOn: '2026-12-15',
    look: 'waiting' as const,
    text: 'Miso and Kiki · Beatriz',
  },
  { id: 'pip', startOn: '2026-12-01', endOn: '2026-12-02', look: 'past' as const, text: 'Pip · Tomás' },
].map((stay) => ({ ...stay, details: ', boarding', href: '#availability' }))

function Availability() {
  const [blocked, setBlocked] = useState(() => new Set(daysBetween('2026-12-18', '2026-12-20')))
  const [month, setMonth] = useState('2026-12-01')
  const infoOf = (day: string): DayInfo => {
    if (day >= '2026-12-05' && day <= '2026-12-08') return { state: 'booked', note: 'Rex, boarding' }
    if (day === '2026-12-27' || day === '2026-12-28')
      return { state: 'imported', note: 'From your other calendar' }
    return { state: blocked.has(day) ? 'blocked' : 'free' }
  }
  return (
    <Section id="availability" title="Availability">
      <AvailabilityCalendar
        label="Your days"
        month={month}
        onMonth={setMonth}
        bars={{ items: stays, allHref: () => '#availability' }}
        min="2026-11-20"
        today="2026-11-20"
        max="2027-05-20"
        infoOf={infoOf}
        onChange={(days, state) =>
          setBlocked(
            (now) =>
              new Set(
                state === 'blocked' ? [...now, ...days] : [...now].filter((day) => !days.includes(day)),
              ),
          )
        }
      />
    </Section>
  )
}
