import * as contract from '#contract/messages.ts'
import { route } from '#server/kernel/http/http.ts'
import * as commands from '#server/messages/commands.ts'

export const messageRoutes = [
  route(contract.listConversations, ({ deps, viewer, query }) => commands.listOwn(deps, viewer, query)),
  route(contract.countUnread, ({ deps, viewer }) => commands.countUnread(deps, viewer)),
  route(contract.beginConversation, ({ deps, viewer, body }) =>
    commands.beginConversation(deps, viewer, body),
  ),
  route(contract.showConversation, ({ deps, viewer, params }) =>
    commands.readConversation(deps, viewer, params.conversationId),
  ),
  route(contract.listMessages, ({ deps, viewer, params, query }) =>
    commands.listMessages(deps, viewer, params.conversationId, query),
  ),
  route(contract.sendMessage, async ({ deps, viewer, params, body, answerWith }) => {
    const { message, isNew } = await commands.sendMessage(deps, viewer, params.conversationId, body)
    if (!isNew) answerWith(200)
    return message
  }),
  route(contract.markRead, ({ deps, viewer, params, body }) =>
    commands.markRead(deps, viewer, params.conversationId, body.seq),
  ),
  route(contract.archiveConversation, ({ deps, viewer, params, body }) =>
    commands.archiveConversation(deps, viewer, params.conversationId, body.archived),
  ),
]
