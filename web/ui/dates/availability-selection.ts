import { addDays, addMonths, type Day, weekdayOf } from '#web/ui/dates/days.ts'

/** Returns the day a key moves to in a date grid; null for other keys. */
export function dayAfterKey(key: string, day: Day): Day | null {
  const moves: Record<string, () => Day> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => addDays(day, -weekdayOf(day)),
    End: () => addDays(day, 6 - weekdayOf(day)),
    PageUp: () => addMonths(day, -1),
    PageDown: () => addMonths(day, 1),
  }
  return moves[key]?.() ?? null
}

export function clampDay(day: Day, min: Day, max: Day) {
  if (day < min) return min
  return day > max ? max : day
}
