import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** Give it the final size of the content it replaces. Shown after 200 ms. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden className={cx('block animate-late rounded-lg bg-line', className)} />
}

const widths = ['w-full', 'w-11/12', 'w-4/5', 'w-full', 'w-3/5']

export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string | undefined }) {
  return (
    <span className={cx('grid gap-2.5', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton
          key={line}
          className={cx('h-4', line === lines - 1 ? 'w-3/5' : widths[line % widths.length])}
        />
      ))}
    </span>
  )
}

/** Wraps a group of placeholders and announces the loading once. */
export function Loading({
  label,
  children,
  className,
}: {
  label: string
  children: ReactNode
  className?: string | undefined
}) {
  return (
    <div className={className} aria-busy>
      <output className="sr-only animate-late">{label}</output>
      {children}
    </div>
  )
}

/** Placeholder for a sitter's card in a list. */
export function SkeletonCard() {
  return (
    <div className="flex animate-late gap-4 rounded-card border border-line bg-card p-3.5">
      <Skeleton className="aspect-[10/9] w-28 rounded-control sm:w-37" />
      <div className="grid min-w-0 flex-1 content-start gap-3 pt-1">
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-4 w-3/5" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-7 w-full max-w-40 rounded-full" />
      </div>
    </div>
  )
}
