import type { FastifyInstance, FastifyReply } from 'fastify'
import { findUndoable, undoDeletion } from '#server/identity/deletion/commands.ts'
import { dayOf } from '#server/identity/deletion/deletion.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { escapeHtml } from '#server/kernel/mail/mail-content.ts'
import { buttonForm, discardBodies, sendPlainPage } from '#server/pages/plain-page.ts'

type Params = { code: string }

/**
 * Serves the page that the deletion mail links to. Opening it changes nothing; only its button restores the account.
 */
export function serveDeletionPage(app: FastifyInstance, deps: Deps): void {
  const { site } = deps
  const operator = `<a href="mailto:${escapeHtml(site.operator.email)}">${escapeHtml(site.operator.email)}</a>`
  const signIn = '<p><a href="/auth/sign-in">Sign in</a></p>'
  const sendInvalidLink = (reply: FastifyReply) =>
    sendPlainPage(
      reply.status(404),
      site,
      'This link no longer works',
      `<p>The account was already kept, or it has been deleted for good. If it was kept, sign in as before.</p>${signIn}<p>Some mail programs break long links: copy the whole address from the e-mail, or write to ${operator}.</p>`,
    )

  discardBodies(app)
  app.get<{ Params: Params }>('/deletion/:code', async ({ params: { code } }, reply) => {
    const pendingDeletion = await findUndoable(deps, code)
    if (!pendingDeletion) return sendInvalidLink(reply)
    const day = escapeHtml(dayOf(pendingDeletion.dueAt))
    return sendPlainPage(
      reply,
      site,
      'Keep your account?',
      `<p>Your account on ${escapeHtml(site.name)} is going to be deleted on <strong>${day}</strong>. Opening this page has not changed anything yet.</p><p>If you keep it, your profile is shown as before and you can sign in again. If you want it to be deleted, there is nothing to do.</p>${buttonForm(`/deletion/${code}`, 'Keep my account')}`,
    )
  })
  app.post<{ Params: Params }>('/deletion/:code', async ({ params: { code }, ip }, reply) => {
    const pendingDeletion = await findUndoable(deps, code)
    if (!pendingDeletion || !(await undoDeletion(deps, pendingDeletion.uid, { ip })))
      return sendInvalidLink(reply)
    return sendPlainPage(
      reply,
      site,
      'Your account stays',
      `<p>It will not be deleted, and everything in it is as it was. All devices were signed out, so please sign in again.</p>${signIn}<p>If it was not you who asked to delete it, <a href="/auth/forgot-password">choose a new password</a> now.</p>`,
    )
  })
}
