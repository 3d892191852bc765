import { configOf, pageMeta } from '#web/layout/meta.ts'
import { cx } from '#web/ui/cx.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

type Head = { title: string; description: string; path: string }
type Matches = Parameters<typeof configOf>[0]

/** Meta tags for personal and operators' pages, which search engines must not index. */
export const ownMeta =
  (page: Head) =>
  ({ matches }: { matches: Matches }) =>
    pageMeta(configOf(matches), { ...page, noindex: true })

type OwnPageLoadingProps = {
  label: string
  /** Height classes of the placeholders below the heading. */
  blocks: readonly string[]
  narrow?: boolean
}

/** Placeholder for such a page while it loads. */
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
