import { createHmac, timingSafeEqual } from 'node:crypto'

/** The header with which the operator's check asks how a request arrived. */
export const doctorHeader = 'x-sitwell-doctor'

const windowMs = 300_000

const tokenOf = (secret: string, window: number): Buffer =>
  createHmac('sha256', secret).update(`doctor ${window}`).digest()

const windowAt = (at: Date): number => Math.floor(at.getTime() / windowMs)

/** A token that proves for some minutes that its sender has the secret of the site. */
export const doctorToken = (secret: string, at: Date): string => tokenOf(secret, windowAt(at)).toString('hex')

/** Accepts the window before and the one after too, because clocks differ. */
export function isDoctorToken(secret: string, given: string, at: Date): boolean {
  if (!/^[\da-f]{64}$/.test(given)) return false
  const bytes = Buffer.from(given, 'hex')
  const window = windowAt(at)
  return [window - 1, window, window + 1].some((one) => timingSafeEqual(bytes, tokenOf(secret, one)))
}
