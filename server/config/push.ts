import type { PushKeys } from '#server/kernel/outside/push.ts'

type Values = { PUSH_PUBLIC_KEY?: string | undefined; PUSH_PRIVATE_KEY?: string | undefined }

export const pushMistakes = ({
  PUSH_PUBLIC_KEY: publicKey,
  PUSH_PRIVATE_KEY: privateKey,
}: Values): string[] =>
  Boolean(publicKey) === Boolean(privateKey) ? [] : ['PUSH_PUBLIC_KEY: Give both keys of the pair, or none.']

/** Returns the configured pair; undefined: the pair in the database is used. */
export const pushKeysOf = ({
  PUSH_PUBLIC_KEY: publicKey,
  PUSH_PRIVATE_KEY: privateKey,
}: Values): PushKeys | undefined => (publicKey && privateKey ? { publicKey, privateKey } : undefined)
