import { Loading, Skeleton } from '#web/ui/skeleton.tsx'

export function HydrateFallback() {
  return (
    <main className="page max-w-[52rem] py-8">
      <Loading label="Loading your pet" className="grid gap-6">
        <Skeleton className="h-10 w-60" />
        <Skeleton className="h-20 w-full rounded-card" />
        <Skeleton className="h-96 w-full rounded-card" />
      </Loading>
    </main>
  )
}
