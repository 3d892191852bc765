import { Composer } from '#web/messages/composer.tsx'
import { MessageList } from '#web/messages/message-list.tsx'
import { useSending } from '#web/messages/use-sending.ts'
import { loadThread, type Thread, useThread } from '#web/messages/use-thread.ts'
import type { AnswerPanelProps } from '#web/notices/parts/answer-booking.tsx'
import { LoadedHere } from '#web/accounts/loaded-here.tsx'

const shownMessages = 4

/** The last messages of a conversation, with the field for an answer. Seeing them marks their notice as read. */
export default function ReplyHere({ id }: AnswerPanelProps) {
  return <LoadedHere {...{ id, load: loadThread }}>{(loaded) => <ShortThread loaded={loaded} />}</LoadedHere>
}

function ShortThread({ loaded }: { loaded: Thread }) {
  const { conversation, messages, take } = useThread(loaded)
  const sending = useSending(conversation.id, messages, take)
  return (
    <section
      aria-label={`Conversation with ${conversation.other.name}`}
      className="overflow-hidden rounded-card border border-line bg-card"
    >
      <div className="grid gap-1 px-4 py-4">
        <MessageList {...{ conversation, sending }} messages={messages.slice(-shownMessages)} />
      </div>
      <Composer {...{ conversation, sending }} isFirst={messages.length === 0} />
    </section>
  )
}
