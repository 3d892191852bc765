import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { FavouriteList } from '#contract/favourite-lists.ts'
import type { Favourite } from '#contract/favourites.ts'
import { ListNameDialog } from '#web/favourites/list-name-dialog.tsx'
import { createList } from '#web/favourites/lists.ts'
import { formatCount, plural } from '#web/format.ts'
import { routerLink } from '#web/layout/router-link.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { chipStyle, pressable } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { Icon } from '#web/ui/icon.tsx'

export const listPath = ({ id, isEverything }: FavouriteList): string =>
  isEverything ? paths.favourites() : `${paths.favourites()}/${id}`

/** Returns the favourites that are on a list. */
export const favouritesOn = (list: FavouriteList, favourites: readonly Favourite[]): Favourite[] =>
  favourites.filter(({ listIds }) => list.isEverything || listIds.includes(list.id))

type ListNavProps = {
  accountId: string
  lists: readonly FavouriteList[]
  favourites: readonly Favourite[]
  current: FavouriteList
}

/** Links to all lists with their numbers of sitters, and the button for a new one. */
export function ListNav({ accountId, lists, favourites, current }: ListNavProps) {
  const [isNaming, setNaming] = useState(false)
  const navigate = useNavigate()
  return (
    <nav aria-label="Your lists">
      <ul className="flex flex-wrap gap-2">
        {lists.map((list) => (
          <li key={list.id} className="min-w-0">
            {routerLink({
              href: listPath(list),
              'aria-current': list.id === current.id ? 'page' : undefined,
              className: cx(
                chipStyle({ selected: list.id === current.id }),
                pressable,
                'max-w-full no-underline',
              ),
              children: (
                <>
                  <span className="truncate">{list.name}</span>
                  <span aria-hidden className="figures text-ink-2">
                    {formatCount(favouritesOn(list, favourites).length)}
                  </span>
                  <span className="sr-only">{plural(favouritesOn(list, favourites).length, 'sitter')}</span>
                </>
              ),
            })}
          </li>
        ))}
        <li>
          <Button kind="quiet" icon={<Icon name="plus" size={18} />} onClick={() => setNaming(true)}>
            New list
          </Button>
        </li>
      </ul>
      {isNaming && (
        <ListNameDialog
          title="New list"
          confirmLabel="Create the list"
          onSave={async (name) => {
            await navigate(listPath(await createList(accountId, name)))
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </nav>
  )
}
