import { Icon } from '#web/ui/icon.tsx'

/** Shown beside the list while no conversation is selected. */
export default function NoThread() {
  return (
    <div className="hidden h-full place-items-center p-8 text-center text-ink-2 lg:grid">
      <div className="grid justify-items-center gap-3">
        <Icon name="messages-square" className="size-8 text-ink-3" />
        <p>Choose a conversation to read it here.</p>
      </div>
    </div>
  )
}
