import type { Mode } from '#web/persisted.ts'

/**
 * The pages that only sitters use, and those that only owners use. The sections of the account belong to both, and so
 * does the page of a pet, which is the owner's only if the pet is theirs.
 */
export const pathsOf: Record<Mode, RegExp> = {
  sitter:
    /^\/account\/((today|requests|calendar|earnings|on-duty|fee-invoices|backups)(\/|$)|bookings\/[^/]+\/care$)/,
  owner: /^(\/sitters$|\/pet-sitters\/|\/account\/(favorites|pets\/.*(new|lost)$|circle\/(?!join)))/,
}
