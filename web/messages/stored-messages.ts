import { savedFormPrefix } from '#web/persisted.ts'

/** Where the drafts and unsent messages of an account are kept in `localStorage`. */
export const storedMessagesKey = (accountId: string): string => `${savedFormPrefix}messages.${accountId}`
