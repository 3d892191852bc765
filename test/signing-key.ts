import { z } from 'zod'
import { unseal } from '#server/identity/tokens/secret.ts'

/** The private parts of an RSA key (RFC 7518 section 6.3.2). */
const PrivateJwk = z.object({
  kty: z.literal('RSA'),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
})

/** Decrypts the private key in a row of the signing keys. */
export const privateJwkOf = (
  { kid, private_jwk_encrypted: sealed }: { kid: string; private_jwk_encrypted: string },
  encryptionKey: string,
) => PrivateJwk.parse(JSON.parse(unseal(sealed, encryptionKey, kid)))
