import { Icon } from '#web/ui/icon.tsx'
import { type KeyboardEvent, lazy, type RefObject, Suspense, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Photo } from '#contract/files/files.ts'
import type { Conversation } from '#contract/messages.ts'
import { firstName, listWords } from '#contract/words.ts'
import { type ContactKind, contactKinds } from '#web/messages/contact-data.ts'
import type { useSending } from '#web/messages/use-sending.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { controlStyle } from '#web/ui/forms/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const PhotoField = lazy(async () => ({ default: (await import('#web/files/photo-field.tsx')).PhotoField }))

const photoField = { kind: 'message', label: 'Photos', name: 'photos', compact: true } as const
const most = 4_000
const warnBelow = 200

type ComposerProps = {
  conversation: Conversation
  sending: ReturnType<typeof useSending>
  /** The conversation has no message yet. */
  isFirst: boolean
}

/**
 * The draft is kept until it is sent, even across a reload. Enter sends, except on devices with an on-screen keyboard.
 */
export function Composer({ conversation, sending: { draft, write, send }, isFirst }: ComposerProps) {
  const { other, state } = conversation
  const area = useRef<HTMLTextAreaElement>(null)
  const first = firstName(other.name)
  const [isAdding, setAdding] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [photos, setPhotos] = useState<Photo[]>([])
  if (state !== 'open') return <Closed {...{ conversation, first }} />

  const text = draft.trim()
  const isReady = (text !== '' || photos.length > 0) && draft.length <= most && !isBusy
  const submit = () => {
    if (!isReady) return
    send(text, photos)
    setPhotos([])
    setAdding(false)
    area.current?.focus()
  }
  return (
    <form
      className="composer grid max-h-[70%] shrink-0 gap-2 overflow-y-auto border-t border-line bg-paper px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ContactWarning kinds={contactKinds(draft)} first={first} />
      {isAdding && (
        <Suspense fallback={<Skeleton className="h-11 w-44" />}>
          <PhotoField {...photoField} value={photos} onChange={setPhotos} onBusy={setBusy} />
        </Suspense>
      )}
      <div className="flex items-end gap-2">
        <AddPhotosButton isAdding={isAdding} onPress={() => setAdding(!isAdding || photos.length > 0)} />
        <MessageField ref={area} {...{ draft, write, first, isFirst }} onEnter={submit} />
        <Button
          type="submit"
          kind="primary"
          className="min-h-12"
          disabled={!isReady}
          icon={<Icon name="send-horizontal" size={18} />}
        >
          <span className="max-sm:sr-only">Send</span>
        </Button>
      </div>
      <LettersLeft left={most - draft.length} />
    </form>
  )
}

function AddPhotosButton({ isAdding, onPress }: { isAdding: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-expanded={isAdding}
      className={buttonStyle({ kind: 'quiet', iconOnly: true, className: '-ml-2 size-12' })}
      onClick={onPress}
    >
      <Icon name="image-plus" className="size-5" />
      <span className="sr-only">Add photos</span>
    </button>
  )
}

type MessageFieldProps = Pick<ComposerProps['sending'], 'draft' | 'write'> & {
  ref: RefObject<HTMLTextAreaElement | null>
  first: string
  isFirst: boolean
  onEnter: () => void
}

function MessageField({ ref, draft, write, first, isFirst, onEnter }: MessageFieldProps) {
  const id = useId()
  const press = (event: KeyboardEvent) => {
    const isTouch = window.matchMedia('(pointer: coarse)').matches
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || isTouch) return
    event.preventDefault()
    onEnter()
  }
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Message to {first}
      </label>
      <textarea
        ref={ref}
        id={id}
        rows={1}
        value={draft}
        enterKeyHint="enter"
        placeholder={isFirst ? `Say hello to ${first}` : `Message to ${first}`}
        onChange={(event) => write(event.target.value)}
        onKeyDown={press}
        className={cx(controlStyle, 'field-sizing-content max-h-40 min-h-12 resize-none leading-normal')}
      />
    </>
  )
}

function LettersLeft({ left }: { left: number }) {
  if (left >= warnBelow) return null
  return (
    <p role="status" className={cx('figures text-xs', left < 0 ? 'text-rust' : 'text-ink-2')}>
      {left < 0 ? `${-left} characters too many` : `${left} characters left`}
    </p>
  )
}

/** The person who blocked sees the reason; the blocked person sees only that nothing can be written now. */
function Closed({
  conversation: { state, bookingIds },
  first,
}: {
  conversation: Conversation
  first: string
}) {
  return (
    <div className="shrink-0 border-t border-line px-4 py-3">
      <Notice kind="info">
        {state === 'blocked'
          ? `You have blocked ${first}. Neither of you can write or ask for a booking until you unblock ${first}, in the menu above.`
          : `You cannot write to ${first} at the moment.`}
        {bookingIds.length > 0 && ' Agreed bookings go ahead.'}
      </Notice>
    </div>
  )
}

const kindWords: Record<ContactKind, string> = {
  payment: 'a way to pay outside the booking',
  email: 'an e-mail address',
  phone: 'a phone number',
  messenger: 'another messenger',
}

/** Only warns and explains; the message is sent unchanged. */
function ContactWarning({ kinds, first }: { kinds: readonly ContactKind[]; first: string }) {
  return (
    <div aria-live="polite">
      {kinds.length > 0 && (
        <Notice kind="warning">
          This seems to contain {listWords(kinds.map((kind) => kindWords[kind]))}. You can send it. But{' '}
          {kinds.includes('payment')
            ? 'payments made elsewhere are not covered by refunds or help with a dispute.'
            : `nobody here can look at what you agree elsewhere if something goes wrong, and ${first} gets your phone number with a confirmed booking anyway.`}{' '}
          <Link to={paths.helpArticle('messages')} className="link">
            Why we say this
          </Link>
        </Notice>
      )}
    </div>
  )
}
