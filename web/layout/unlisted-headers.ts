/** Keeps a page for those who have its address out of caches and search indexes. */
export const unlistedHeaders = (): HeadersInit => ({
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow, noarchive',
})
