import { startTransition, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { CalendarDay } from '#contract/calendar/calendar.ts'
import type { Service } from '#contract/codes.ts'
import type { Pet } from '#contract/pets.ts'
import type { Sitter } from '#contract/sitters/sitters.ts'
import { api } from '#web/api.ts'
import {
  bookedDays,
  type BookingState,
  draftOf,
  missingIn,
  withService,
} from '#web/sitters/public/booking-state.ts'
import { blockedDays, dayMap, placesNeeded } from '#web/sitters/public/free-days.ts'
import { forgetWish, wishedKey, wishToKeep } from '#web/sitters/public/keep-pets.ts'
import { matchPets, type SavedPets, useSavedPets } from '#web/sitters/public/saved-pets.ts'
import { useBookingForm } from '#web/sitters/public/use-booking-form.ts'
import { type Priced, useQuote } from '#web/sitters/public/use-quote.ts'
import type { DateRangeValue } from '#web/ui/dates/date-props.ts'

/** The fields of a sitter, or of a friend, that the form needs. */
export type BookedSitter = Pick<Sitter, 'id' | 'name' | 'currency' | 'services'>

type BookingSources<S extends BookedSitter> = {
  sitter: S
  /** The first months of the calendar, for the service in the URL. */
  calendar: readonly CalendarDay[]
  priced: Priced | null
  /** The largest number of visits in a booking. */
  mostVisits: number
  /** The booking asks a friend of the care circle, free of charge. */
  circle?: boolean
}

type BookingForm = ReturnType<typeof useBookingForm>

/**
 * Saves the described pets in the account of somebody who has asked for a booking for them, as soon as the account is
 * known, also after a sign-up on the way.
 */
function useKeptPets({ add, ...saved }: ReturnType<typeof useSavedPets>, described: BookingState['pets']) {
  const [isKeeping, setKeeping] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const [asked, setAsked] = useState(0)
  const isRunning = useRef(false)
  const save = useEffectEvent(async (key: string) => {
    isRunning.current = true
    setKeeping(true)
    const { saveDescribedPets } = await import('#web/sitters/public/save-described-pets.ts')
    const kept = await saveDescribedPets(described, saved.pets, key)
    forgetWish()
    if (kept) add(kept)
    setRefused(kept === null)
    setKeeping(false)
    isRunning.current = false
  })
  useEffect(() => {
    const key = saved.status === 'ready' && described.length > 0 ? wishedKey(described) : null
    if (key && !isRunning.current) void save(key)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `asked` changes when a wish has been stored
  }, [saved.status, described, asked])
  const keep = useCallback(() => {
    if (described.length === 0) return
    wishToKeep(described)
    setAsked((times) => times + 1)
  }, [described])
  return { isKeeping, isRefused, keep }
}

/** The state with the saved pets that are chosen, that fit the described ones, or the only one. */
function withSavedPets(now: BookingState, saved: readonly Pet[]): BookingState {
  if (saved.length === 0) return now
  const known = now.petIds.filter((id) => saved.some((pet) => pet.id === id))
  if (known.length > 0) return known.length === now.petIds.length ? now : { ...now, petIds: known }
  const only = saved.length === 1 && now.pets.length === 0 ? saved[0] : undefined
  if (only) return { ...now, petIds: [only.id], pets: [] }
  const { petIds, unmatched } = matchPets(now.pets, saved)
  return unmatched.length === 0 && petIds.length > 0 ? { ...now, petIds, pets: [] } : { ...now, petIds: [] }
}

/** The saved pets, and the state without ids that may not be used; saved pets replace those described alike. */
function useUsablePets(state: BookingForm['state'], replace: BookingForm['replace']) {
  const own = useSavedPets()
  const { isKeeping, keep, isRefused } = useKeptPets(own, state.pets)
  const saved = useMemo(() => (isKeeping ? { status: 'loading' as const, pets: [] } : own), [isKeeping, own])
  // What has been done with these saved pets. Until the state follows, in a transition, it is done with every render, so
  // that a press at any moment is about the same pets as the next one.
  const [applied, setApplied] = useState<SavedPets | null>(null)
  const usable = useMemo(() => {
    if (saved.status === 'ready') return saved === applied ? state : withSavedPets(state, saved.pets)
    // Saved pets need a sign-in; without one, their ids are ignored.
    return saved.status === 'loading' ? state : { ...state, petIds: [] }
  }, [saved, applied, state])
  useEffect(() => {
    if (saved.status !== 'ready') return
    startTransition(() => {
      replace((now) => withSavedPets(now, saved.pets))
      setApplied(saved)
    })
  }, [saved, replace])
  return { saved, usable, keepPets: keep, keepingFailed: isRefused }
}

/** State and actions of the booking form on a sitter's page. */
export function useBooking<S extends BookedSitter>({
  sitter,
  calendar,
  priced: initial,
  mostVisits,
  circle,
}: BookingSources<S>) {
  const offered = useMemo(() => sitter.services.filter(({ active }) => active), [sitter.services])
  const form = useBookingForm(offered)
  const { state, change, replace } = form
  const { saved, usable, ...keeping } = useUsablePets(state, replace)
  const service = offered.find((one) => one.service === state.service)
  const { days, loadDays } = useCalendar(sitter.id, state.service, calendar)
  const needed = placesNeeded(state.service, state.pets.length + state.petIds.length, state.times.length)

  const draft = useMemo(() => {
    const complete =
      saved.status === 'loading' && usable.petIds.length > 0 ? null : draftOf(sitter.id, usable, mostVisits)
    return complete && circle ? { ...complete, circle } : complete
  }, [saved.status, sitter.id, usable, mostVisits, circle])
  const price = useQuote(draft, initial)
  const [leftOut, setLeftOut] = useState<readonly string[]>([])

  const chooseDates = useCallback(
    ({ start, end }: DateRangeValue, unwanted: readonly string[] = []) => {
      const wanted = bookedDays({ service: state.service, start, end, skip: unwanted })
      const stays = state.service === 'boarding' || state.service === 'house_sitting'
      const blocked = stays ? [] : blockedDays(wanted, days, needed)
      setLeftOut(blocked)
      change({ start, end, skip: [...unwanted, ...blocked] })
    },
    [change, days, needed, state.service],
  )
  const chooseService = useCallback(
    (next: Service) => {
      setLeftOut([])
      replace((now) => withService(now, next))
    },
    [replace],
  )

  return {
    sitter,
    offered,
    service,
    state: usable,
    change,
    chooseDates,
    chooseService,
    addressOf: form.addressOf,
    saved,
    ...keeping,
    days,
    loadDays,
    needed,
    leftOut,
    draft,
    missing: missingIn(usable, mostVisits),
    mostVisits,
    ...price,
  }
}

export type BookingFormState = ReturnType<typeof useBooking<Sitter>>
/** The same for a sitter or a friend. */
export type AnyBookingFormState = ReturnType<typeof useBooking<BookedSitter>>

/** Calendar days of a service: those loaded with the page first, and the whole year once the form is used. */
function useCalendar(sitterId: string, service: Service, first: readonly CalendarDay[]) {
  const [year, setYear] = useState<{ service: Service; items: readonly CalendarDay[] } | null>(null)
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (!wanted) return
    const abort = new AbortController()
    api(
      'GET /v1/sitters/:sitterId/calendar',
      { params: { sitterId }, query: { service } },
      { signal: abort.signal },
    ).then(
      ({ items }) => setYear({ service, items }),
      // The months loaded with the page remain; the server checks every day again in any case.
      () => !abort.signal.aborted && setYear(null),
    )
    return () => abort.abort()
  }, [wanted, sitterId, service])
  const items = year?.service === service ? year.items : first
  return {
    days: useMemo(() => dayMap(items, service), [items, service]),
    loadDays: useCallback(() => setWanted(true), []),
  }
}
