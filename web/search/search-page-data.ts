import type { Route } from './+types/search-page.ts'

/** What the loader of the search gives to the page and its parts. */
export type SearchPageData = Route.ComponentProps['loaderData']
