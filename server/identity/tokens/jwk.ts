import { z } from 'zod'

/** A JSON Web Key; the library checks its members when it imports the key. */
export const Jwk = z.looseObject({})
