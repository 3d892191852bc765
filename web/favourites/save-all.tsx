import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { deviceFavourites, loadFavourites, useFavouriteIds } from '#web/favourites/favourites.ts'
import { showFailure } from '#web/favourites/heart.tsx'
import { plural } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { hint, readHint } from '#web/persisted.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { loadToast, toastWithButtonMs } from '#web/ui/overlay/toast.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

const most = 200

/**
 * Saves the sitters on this device, from where they are merged into the account of a signed-in person; returns all
 * favourites. If the merge fails, it is repeated later.
 */
async function saveHere(sitterIds: readonly string[]): Promise<readonly { sitterId: string }[]> {
  const at = Date.now()
  const { items } = deviceFavourites.getState()
  // Each a little earlier than the one before, so that they keep their order.
  const added = sitterIds.map((sitterId, index) => ({
    sitterId,
    note: null,
    addedAt: new Date(at - index).toISOString(),
  }))
  deviceFavourites.setState({ items: [...added, ...items].slice(0, most) })
  const accountId = readHint()
  return accountId === null ? deviceFavourites.getState().items : loadFavourites(accountId)
}

/** Adds all sitters of a shared list to the visitor's own favourites. */
export function SaveAll({ sitterIds }: { sitterIds: readonly string[] }) {
  const accountId = hint((state) => state.accountId)
  const known = useFavouriteIds(accountId)
  const hydrated = useHydrated()
  const [pending, setPending] = useState(false)
  const navigate = useNavigate()
  const path = accountId === null ? paths.keptFavourites() : paths.favourites()
  const missing = sitterIds.filter((id) => !known?.has(id))

  async function save() {
    setPending(true)
    try {
      const saved = new Set((await saveHere(missing)).map(({ sitterId }) => sitterId))
      const left = missing.filter((id) => !saved.has(id))
      const toast = await loadToast()
      toast.success(`${plural(missing.length - left.length, 'sitter')} saved to your favourites`, {
        ...(left.length > 0 && {
          description: `You can have ${most} favourites, so ${plural(left.length, 'sitter')} could not be saved.`,
        }),
        duration: toastWithButtonMs,
        action: { label: 'See all', onClick: () => void navigate(path) },
      })
    } catch (error) {
      await showFailure(error)
    } finally {
      setPending(false)
    }
  }

  if (hydrated && missing.length === 0)
    return (
      <p role="status" className="flex min-h-11 items-center">
        <span>
          {sitterIds.length === 1 ? 'This sitter is' : 'All of them are'} among{' '}
          <Link to={path} className="link">
            your favourites
          </Link>
          .
        </span>
      </p>
    )
  return (
    <Button
      kind="primary"
      icon={<Icon name="heart" size={18} />}
      className={hydrated ? '' : 'invisible'}
      disabled={known === null}
      pending={pending && 'Saving…'}
      onClick={() => void save()}
    >
      {sitterIds.length === 1 ? 'Save to your favourites' : 'Save all to your favourites'}
    </Button>
  )
}
