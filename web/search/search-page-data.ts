import type { Route } from './+types/search-page.ts'

/** Data from the search page's loader. */
export type SearchPageData = Route.ComponentProps['loaderData']
