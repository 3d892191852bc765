import { Icon } from '#web/ui/icon.tsx'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorsOf } from '#web/accounts/call-errors.ts'
import { addFavourite, removeFavourite, sitterInLists } from '#web/favourites/favourites.ts'
import { paths } from '#web/paths.ts'
import { readHint } from '#web/persisted.ts'
import { loadToast, toastWithButtonMs } from '#web/ui/overlay/toast.ts'
import { toastWithUndo } from '#web/ui/overlay/undo.ts'

/** Shows a toast if a favourite could not be added or removed. Returns false, as an undo that failed must. */
export async function showFailure(error: unknown): Promise<false> {
  const [failure] = errorsOf(error) ?? []
  if (!failure) throw error
  const toast = await loadToast()
  toast.error(failure.message)
  return false
}

type HeartProps = { sitterId: string; name: string; isFavourite: boolean }

/** Button that adds or removes a favourite; both can be undone. */
export function Heart({ sitterId, name, isFavourite }: HeartProps) {
  const [pending, setPending] = useState<boolean | null>(null)
  const busy = useRef(false)
  const navigate = useNavigate()
  const shown = pending ?? isFavourite

  async function press() {
    if (busy.current) return
    busy.current = true
    setPending(!shown)
    try {
      if (shown) {
        const known = await removeFavourite(sitterId)
        await toastWithUndo(`${name} is no longer among your favourites`, () =>
          addFavourite(sitterId, known).catch(showFailure),
        )
      } else {
        await addFavourite(sitterId)
        const toast = await loadToast()
        if (readHint() === null)
          toast.success(`${name} is now one of your favourites`, {
            description: 'Saved on this device. Sign in to see them everywhere.',
            duration: toastWithButtonMs,
            action: { label: 'See all', onClick: () => void navigate(paths.keptFavourites()) },
          })
        else
          toast.success(`${name} is saved to Favourites`, {
            duration: toastWithButtonMs,
            action: {
              label: 'Change',
              onClick: () => sitterInLists.setState({ id: sitterId, name }),
            },
          })
      }
    } catch (error) {
      await showFailure(error)
    } finally {
      busy.current = false
      setPending(null)
    }
  }

  return (
    <button
      type="button"
      aria-pressed={shown}
      aria-label={`Keep ${name} as a favourite`}
      title={shown ? 'One of your favourites' : 'Keep as a favourite'}
      onClick={() => void press()}
      className="heart group grid size-11 place-items-center rounded-full"
    >
      <span className="grid size-8 place-items-center rounded-full border border-line bg-card/90 text-ink shadow-card group-hover:border-control">
        <Icon name={shown ? 'heart-filled' : 'heart'} size={18} className={shown ? 'text-rust' : undefined} />
      </span>
    </button>
  )
}
