import { useState } from 'react'
import type { FavouriteList } from '#contract/favourite-lists.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { onPress } from '#web/ui/on-press.tsx'

const ShareDialog = onPress(() => import('#web/favourites/share-dialog.tsx'))

export type ShareListProps = { accountId: string; list: FavouriteList }

/** The button that opens the dialog for sharing a list. */
export function ShareList({ accountId, list }: ShareListProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Icon name="share-2" size={18} />} onClick={() => setOpen(true)}>
        {list.url ? 'Shared' : 'Share'}
      </Button>
      {isOpen && <ShareDialog {...{ accountId, list }} onClose={() => setOpen(false)} />}
    </>
  )
}
