/** Tables whose rows are in no backup, and why. A test fails for a table that does not exist. */
export const leftOut: Readonly<Record<string, string>> = {
  'public.migration': 'the migrations write it when the backup is restored',
  'public.recent_write': 'positions in the log of the old database mean nothing in a new one',
  'public.clock_watch': 'what workers saw of the clocks of their own machines',
  'public.sitter_search': 'computed from other tables; the server does so at its first start after a restore',
  'public.search_upkeep': 'says whether sitter_search is up to date',
  'identity.rate_buckets': 'counts attempts of the last minutes',
}
