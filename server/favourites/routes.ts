import * as contract from '#contract/favourites.ts'
import * as commands from '#server/favourites/commands.ts'
import { route } from '#server/kernel/http.ts'

const whole = <T>(items: T[]) => ({ items, nextCursor: null })

export const favouriteRoutes = [
  route(contract.listSitterBriefs, async ({ deps, query }) =>
    whole(await commands.briefSitters(deps, query.ids)),
  ),
  route(contract.listFavourites, async ({ deps, viewer, params }) =>
    whole(await commands.ownFavourites(deps, viewer, params.accountId)),
  ),
  route(contract.keepFavourite, ({ deps, viewer, params, body }) =>
    commands.keepFavourite(deps, viewer, params, body),
  ),
  route(contract.removeFavourite, ({ deps, viewer, params }) =>
    commands.removeFavourite(deps, viewer, params),
  ),
  route(contract.mergeFavourites, async ({ deps, viewer, params, body }) =>
    whole(await commands.takeOver(deps, viewer, params.accountId, body.items)),
  ),
]
