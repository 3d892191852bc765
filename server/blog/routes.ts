import * as contract from '#contract/blog.ts'
import { listHelp, listPosts, readDocument, readPost } from '#server/blog/commands.ts'
import { route } from '#server/kernel/http/http.ts'

export const blogRoutes = [
  route(contract.listPosts, ({ deps, query }) => listPosts(deps, query)),

  route(contract.showPost, ({ deps, params }) => readPost(deps, params.postId)),

  route(contract.showDocument, ({ deps, params }) => readDocument(deps, params.section, params.slug)),

  route(contract.listHelp, async ({ deps }) => ({ items: await listHelp(deps) })),
]
