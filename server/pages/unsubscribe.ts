import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '#server/kernel/deps.ts'
import { escapeHtml } from '#server/kernel/mail/mail-content.ts'
import { chooseMailByToken, readUnsubscribe } from '#server/notices/choice-commands.ts'
import type { Unsubscribed } from '#server/notices/unsubscribe.ts'
import { topicWords } from '#server/notices/words.ts'
import { buttonForm, discardBodies, sendPlainPage } from '#server/pages/plain-page.ts'

const nameOf = (unsubscribed: Unsubscribed): string =>
  unsubscribed === 'digest' ? 'News in one e-mail' : topicWords[unsubscribed].label

/**
 * Serves the unsubscribe page. Opening it changes nothing, because mail servers open every link; only the button, or a
 * mail program's POST, ends mails.
 */
export function serveUnsubscribe(app: FastifyInstance, deps: Deps): void {
  const { site } = deps
  const answer = (reply: FastifyReply, title: string, body: string) => sendPlainPage(reply, site, title, body)
  const settings = `<p><a href="/account/notices/settings">Choose which news you get</a> (you need to sign in)</p>`
  const sendInvalidLink = (reply: FastifyReply) =>
    answer(
      reply.status(404),
      'This link is not complete',
      `<p>Some mail programs break long links. Copy the whole address from the e-mail, or choose in your account which news you get.</p>${settings}`,
    )

  discardBodies(app)
  app.get<{ Params: { token: string } }>('/unsubscribe/:token', async ({ params: { token } }, reply) => {
    const unsubscribed = readUnsubscribe(deps, token)
    if (!unsubscribed) return sendInvalidLink(reply)
    return answer(
      reply,
      'Unsubscribe from these e-mails?',
      `<p><strong>${escapeHtml(nameOf(unsubscribed))}</strong></p><p>You still find everything in your account on ${escapeHtml(site.name)}. Nothing has changed yet.</p>${buttonForm(`/unsubscribe/${token}`, 'Unsubscribe')}${settings}`,
    )
  })
  app.post<{ Params: { token: string } }>('/unsubscribe/:token', async ({ params: { token } }, reply) => {
    const unsubscribed = await chooseMailByToken(deps, token, false)
    if (!unsubscribed) return sendInvalidLink(reply)
    return answer(
      reply,
      'You are unsubscribed from these e-mails',
      `<p><strong>${escapeHtml(nameOf(unsubscribed))}</strong></p><p>You may still get one that is already on its way. You find everything in your account on ${escapeHtml(site.name)}.</p>${buttonForm(`/unsubscribe/${token}/undo`, 'Send me these again')}${settings}`,
    )
  })
  app.post<{ Params: { token: string } }>(
    '/unsubscribe/:token/undo',
    async ({ params: { token } }, reply) => {
      const unsubscribed = await chooseMailByToken(deps, token, true)
      if (!unsubscribed) return sendInvalidLink(reply)
      return answer(
        reply,
        'You will get these e-mails again',
        `<p><strong>${escapeHtml(nameOf(unsubscribed))}</strong></p>${buttonForm(`/unsubscribe/${token}`, 'Unsubscribe')}${settings}`,
      )
    },
  )
}
