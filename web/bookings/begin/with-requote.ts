import { ApiProblem } from '#web/api.ts'
import type { BookingInUse } from '#web/bookings/life/use-booking.ts'

/** Sends a step with its quote. If the price has changed meanwhile, requests a new quote and lets the error through. */
export const withRequote =
  (move: BookingInUse['move'], again: () => void): BookingInUse['move'] =>
  async (step) => {
    try {
      return await move(step)
    } catch (error) {
      if (error instanceof ApiProblem && error.problem.code === 'price-changed') again()
      throw error
    }
  }
