import { configOf, pageMeta } from '#web/layout/meta.ts'
import { cx } from '#web/ui/cx.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

type Head = { title: string; description: string; path: string }
type Matches = Parameters<typeof configOf>[0]

/** The head of a page that is for one person or for operators, and for no search engine. */
export const ownMeta =
  (page: Head) =>
  ({ matches }: { matches: Matches }) =>
    pageMeta(configOf(matches), { ...page, noindex: true })

type OwnPageLoadingProps = {
  label: string
  /** How high the parts below the heading are. */
  blocks: readonly string[]
  narrow?: boolean
}

/** What stands in the place of such a page while it is read. */
export function OwnPageLoading({ label, blocks, narrow = false }: OwnPageLoadingProps) {
  return (
    <main className={cx('page py-8', narrow && 'max-w-[56rem]')}>
      <Loading label={label} className="grid gap-6">
        <Skeleton className="h-10 w-72" />
        {blocks.map((height) => (
          <Skeleton key={height} className={cx('w-full rounded-card', height)} />
        ))}
      </Loading>
    </main>
  )
}
