import { once } from 'node:events'
import { text as readText } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { freePort } from '#server/kernel/postgres/postgres.ts'
import { portOf } from '#test/listen.ts'

export type ReceivedMail = { to: string[]; content: string }

/**
 * A real SMTP server; with `refuse`, it rejects mail with that code. Its default port is one that nothing else takes, so
 * that after `close` connections are refused until a server with the same port starts.
 */
export async function mailServer({
  refuse,
  port,
  hold,
}: { refuse?: number; port?: number; hold?: Promise<unknown> } = {}) {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    async onData(stream, session, done) {
      const content = await readText(stream)
      await hold
      if (refuse) return done(Object.assign(new Error('No such mailbox'), { responseCode: refuse }))
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address), content })
      return done()
    },
  })
  const listener = server.listen(port ?? (await freePort()), '127.0.0.1')
  await once(listener, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  onTestFinished(close)
  const boundPort = portOf(listener)
  return { received, close, port: boundPort, smtpUrl: `smtp://127.0.0.1:${boundPort}` }
}
