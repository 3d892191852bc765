import * as contract from '#contract/staff/content.ts'
import { listTexts, listVersions, render, showText } from '#server/content/commands.ts'
import { addPicture } from '#server/content/picture-commands.ts'
import { hide, publish, removeDraft, restore, saveDraft, withdraw } from '#server/content/publish-commands.ts'
import { route } from '#server/kernel/http/http.ts'

export const contentRoutes = [
  route(contract.listTexts, ({ deps, query }) => listTexts(deps, query)),
  route(contract.showText, ({ deps, params }) => showText(deps, params)),
  route(contract.listTextVersions, ({ deps, params, query }) => listVersions(deps, params, query)),
  route(contract.previewText, async ({ deps, body: { kind, ...written } }) =>
    render(deps.site, { kind, slug: 'preview' }, written),
  ),
  route(contract.addTextPicture, ({ deps, viewer, body }) => addPicture(deps, viewer, body.fileId)),
  route(contract.saveDraft, ({ deps, viewer, params, body }) =>
    saveDraft(deps, viewer, { key: params, ...body }),
  ),
  route(contract.removeDraft, ({ deps, params, query }) => removeDraft(deps, params, query)),
  route(contract.publishText, ({ deps, viewer, params, body }) =>
    publish(deps, viewer, { key: params, ...body }),
  ),
  route(contract.hideText, ({ deps, viewer, params, body }) => hide(deps, viewer, { key: params, ...body })),
  route(contract.restoreText, ({ deps, viewer, params, body }) =>
    restore(deps, viewer, { key: params, ...body }),
  ),
  route(contract.withdrawText, ({ deps, params, body }) => withdraw(deps, { key: params, ...body })),
]
