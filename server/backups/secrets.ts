import { z } from 'zod'
import type { Site } from '#server/kernel/deps.ts'

/** What a backup made with the secret contains besides the data. */
export const Secrets = z.object({ secret: z.string(), previousSecrets: z.array(z.string()) })
export type Secrets = z.output<typeof Secrets>

export const secretsOf = ({ secret, previousSecrets }: Site): Secrets => ({
  secret,
  previousSecrets: [...previousSecrets],
})
