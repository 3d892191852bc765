import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { FavouriteList } from '#contract/favourite-lists.ts'
import { showFailure } from '#web/favourites/heart.tsx'
import { ListNameDialog } from '#web/favourites/list-name-dialog.tsx'
import { listPath } from '#web/favourites/list-nav.tsx'
import { createList, deleteList, loadLists, renameList } from '#web/favourites/lists.ts'
import { refuseStale } from '#web/accounts/use-saving.ts'
import { paths } from '#web/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { toastWithUndo } from '#web/ui/overlay/undo.ts'

type ListMenuProps = { accountId: string; list: FavouriteList; sitterIds: string[] }

/** Renames or deletes a list. A deletion can be undone, which gives the list another address. */
export function ListMenu({ accountId, list, sitterIds }: ListMenuProps) {
  const [isRenaming, setRenaming] = useState(false)
  const navigate = useNavigate()

  async function remove() {
    try {
      await deleteList(accountId, list.id)
      await navigate(paths.favourites())
      await toastWithUndo(`“${list.name}” is deleted`, () => restore().catch(showFailure), {
        description: `${list.url ? 'Its link has stopped working. ' : ''}Its sitters are still among your favourites.`,
      })
    } catch (error) {
      await showFailure(error)
    }
  }

  const restore = async () => {
    await navigate(listPath(await createList(accountId, list.name, sitterIds)))
  }

  return (
    <>
      <Menu
        label={`More for ${list.name}`}
        trigger={<Icon name="ellipsis-vertical" className="size-5" />}
        triggerClassName={buttonStyle({ kind: 'quiet', iconOnly: true })}
        entries={[
          { label: 'Rename', onSelect: () => setRenaming(true) },
          { label: 'Delete the list', danger: true, onSelect: () => void remove() },
        ]}
      />
      {isRenaming && (
        <ListNameDialog
          title={`Rename “${list.name}”`}
          name={list.name}
          confirmLabel="Rename"
          onSave={(name) =>
            renameList(accountId, list, name).catch((error: unknown) =>
              refuseStale(error, () => loadLists(accountId)),
            )
          }
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  )
}
