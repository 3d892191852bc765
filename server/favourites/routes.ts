import * as listed from '#contract/favourite-lists.ts'
import * as contract from '#contract/favourites.ts'
import * as saved from '#contract/search/saved-searches.ts'
import * as commands from '#server/favourites/commands.ts'
import * as lists from '#server/favourites/list-commands.ts'
import * as searches from '#server/favourites/search-commands.ts'
import { route } from '#server/kernel/http/http.ts'

const singlePage = <T>(items: T[]) => ({ items, nextCursor: null })

export const favouriteRoutes = [
  route(contract.listSitterBriefs, async ({ deps, query }) =>
    singlePage(await commands.briefSitters(deps, query.ids)),
  ),
  route(contract.listFavourites, async ({ deps, viewer, params }) =>
    singlePage(await commands.ownFavourites(deps, viewer, params.accountId)),
  ),
  route(contract.keepFavourite, ({ deps, viewer, params, body }) =>
    commands.saveFavourite(deps, viewer, params, body),
  ),
  route(contract.removeFavourite, ({ deps, viewer, params }) =>
    commands.removeFavourite(deps, viewer, params),
  ),
  route(contract.mergeFavourites, async ({ deps, viewer, params, body }) =>
    singlePage(await commands.mergeDeviceFavourites(deps, viewer, params.accountId, body.items)),
  ),

  route(listed.listFavouriteLists, async ({ deps, viewer, params }) =>
    singlePage(await lists.ownLists(deps, viewer, params.accountId)),
  ),
  route(listed.createFavouriteList, ({ deps, viewer, params, body }) =>
    lists.createList(deps, viewer, params.accountId, body),
  ),
  route(listed.renameFavouriteList, ({ deps, viewer, params, body }) =>
    lists.renameList(deps, viewer, params, body),
  ),
  route(listed.deleteFavouriteList, ({ deps, viewer, params }) => lists.deleteList(deps, viewer, params)),
  route(listed.shareFavouriteList, ({ deps, viewer, params, body }) =>
    lists.shareList(deps, viewer, params, body.shared),
  ),
  route(listed.showSharedList, ({ deps, params }) => lists.readSharedList(deps, params.code)),

  route(saved.listSavedSearches, async ({ deps, viewer }) =>
    singlePage(await searches.ownSearches(deps, viewer)),
  ),
  route(saved.saveSearch, async ({ deps, viewer, body, answerWith }) => {
    const { search, created } = await searches.saveSearch(deps, viewer, body)
    if (!created) answerWith(200)
    return search
  }),
  route(saved.changeSavedSearch, ({ deps, viewer, params, body }) =>
    searches.changeSearch(deps, viewer, params.searchId, body),
  ),
  route(saved.removeSavedSearch, ({ deps, viewer, params }) =>
    searches.removeSearch(deps, viewer, params.searchId),
  ),
]
