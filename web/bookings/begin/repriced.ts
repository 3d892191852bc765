import { ApiProblem } from '#web/api.ts'
import type { BookingInUse } from '#web/bookings/life/use-booking.ts'

/** Sends a step at a price; when the price is another by now, it is asked for again and the refusal is shown. */
export const repriced =
  (move: BookingInUse['move'], again: () => void): BookingInUse['move'] =>
  async (step) => {
    try {
      return await move(step)
    } catch (error) {
      if (error instanceof ApiProblem && error.problem.code === 'price-changed') again()
      throw error
    }
  }
