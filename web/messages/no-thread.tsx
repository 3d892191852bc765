import MessagesSquare from 'lucide-react/icons/messages-square'

/** Shown beside the list while no conversation is selected. */
export default function NoThread() {
  return (
    <div className="hidden h-full place-items-center p-8 text-center text-ink-2 lg:grid">
      <div className="grid justify-items-center gap-3">
        <MessagesSquare aria-hidden className="size-8 text-ink-3" />
        <p>Choose a conversation to read it here.</p>
      </div>
    </div>
  )
}
