import * as checks from '#contract/sitters/checks.ts'
import * as drafts from '#contract/sitters/drafts.ts'
import * as feeds from '#contract/feeds.ts'
import * as contract from '#contract/sitters/sitters.ts'
import { hotRoute, route } from '#server/kernel/http/http.ts'
import { decideOnSitter, listWaitingSitters, readWaitingSitter } from '#server/sitters/check-commands.ts'
import * as commands from '#server/sitters/commands.ts'
import { listReviewFeed, listSitterFeed } from '#server/sitters/feed-commands.ts'
import { arrangeSitterPhotos, listPhotos } from '#server/sitters/photo-commands.ts'

export const sitterRoutes = [
  route(contract.createSitter, ({ deps, viewer, body }) => commands.createSitter(deps, viewer, body)),

  route(contract.showSitterByAccount, ({ deps, viewer, params }) =>
    commands.readOwnSitter(deps, params.accountId, viewer),
  ),

  hotRoute(contract.showSitter, ({ deps, viewer, params }) =>
    commands.readSitter(deps, params.sitterId, viewer),
  ),

  route(contract.updateSitter, ({ deps, viewer, params, body }) =>
    commands.changeSitter(deps, viewer, params.sitterId, body),
  ),

  route(contract.arrangeSitterPhotos, ({ deps, viewer, params, body }) =>
    arrangeSitterPhotos(deps, viewer, params.sitterId, body.fileIds),
  ),

  route(contract.listSitterPhotos, async ({ deps, query }) => ({
    items: await listPhotos(deps, query.ids),
    nextCursor: null,
  })),

  route(contract.listSitterPets, async ({ deps, viewer, params }) => ({
    items: await commands.listSitterPets(deps, params.sitterId, viewer),
    nextCursor: null,
  })),

  hotRoute(contract.listSitterReviews, ({ deps, viewer, params, query }) =>
    commands.listSitterReviews(deps, params.sitterId, viewer, query),
  ),

  route(feeds.listSitterFeed, ({ deps, query }) => listSitterFeed(deps, query)),

  route(feeds.listReviewFeed, ({ deps, query }) => listReviewFeed(deps, query)),

  route(drafts.showSitterDraft, ({ deps, viewer }) => commands.readDraft(deps, viewer)),

  route(drafts.saveSitterDraft, ({ deps, viewer, body }) => commands.saveDraft(deps, viewer, body)),

  route(contract.showRateMedians, ({ deps, query }) => commands.readMedians(deps, query.placeId)),

  route(checks.listWaitingSitters, ({ deps, query }) => listWaitingSitters(deps, query)),

  route(checks.showWaitingSitter, ({ deps, params }) => readWaitingSitter(deps, params.sitterId)),

  route(checks.approveSitter, ({ deps, viewer, params, body: { version }, ip }) =>
    decideOnSitter(deps, viewer, { ...params, version, decision: { kind: 'approved' }, ip }),
  ),

  route(checks.sendSitterBack, ({ deps, viewer, params, body: { version, reason }, ip }) =>
    decideOnSitter(deps, viewer, { ...params, version, decision: { kind: 'sent-back', reason }, ip }),
  ),
]
