import type { FastifyPluginCallback } from 'fastify'
import type { Deps } from '#server/kernel/deps.ts'
import { Problem } from '#server/kernel/problem.ts'
import { feedbackProviders } from '#server/mails/feedback.ts'
import { type FeedbackKeys, receiveFeedback } from '#server/mails/feedback-commands.ts'

/** Receives what providers report about mails. Some sign the raw bytes, so the body is not parsed as JSON first. */
export const feedbackPlugin =
  (deps: Deps, keys: FeedbackKeys): FastifyPluginCallback =>
  (app, _, done) => {
    // Amazon SNS sends the password of the address only after it was asked for.
    app.addHook('onSend', (_request, reply, _payload, sent) => {
      if (reply.statusCode === 401)
        void reply.header('www-authenticate', 'Basic realm="mail", charset="UTF-8"')
      sent()
    })
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    app.post<{ Params: { provider: string } }>(
      '/v1/webhooks/mail/:provider',
      { config: { lane: 'writes' } },
      async (request, reply) => {
        const provider = feedbackProviders.find((one) => one === request.params.provider)
        if (!provider) throw new Problem('not-found')
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const header = (name: string) => String(request.headers[name] ?? '')
        const answer = await receiveFeedback(deps, provider, { bytes, header }, keys)
        return reply.header('cache-control', 'no-store').send(answer)
      },
    )
    done()
  }
