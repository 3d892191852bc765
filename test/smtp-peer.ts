import { once } from 'node:events'
import { text as readText } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { freePort } from '#server/kernel/postgres/postgres.ts'
import { portOf } from '#test/listen.ts'

export type ReceivedMail = { to: string[]; content: string }

type SmtpOptions = {
  /** Rejects every mail with this code. */
  refuse?: number | undefined
  port?: number | undefined
  hold?: Promise<unknown> | undefined
  /** What it says when it refuses. */
  refusal?: string
  /** Addresses that do not exist. */
  isGone?: (address: string) => boolean
  /** Every sender must sign in with it. */
  password?: string
}

/**
 * Starts a real SMTP server. Its default port is one that nothing else takes, so that after `close` connections are
 * refused until a server with the same port starts.
 */
export async function startSmtpServer({
  refuse,
  port,
  hold,
  refusal = 'No such mailbox',
  isGone = () => false,
  password,
}: SmtpOptions = {}) {
  const received: ReceivedMail[] = []
  const refused = (responseCode: number) => Object.assign(new Error(refusal), { responseCode })
  const server = new SMTPServer({
    disabledCommands: password === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth(given, _session, done) {
      if (given.password === password) return done(null, { user: given.username ?? '' })
      return done(Object.assign(new Error('Wrong password'), { responseCode: 535 }))
    },
    logger: false,
    onRcptTo({ address }, _session, done) {
      done(isGone(address) ? refused(550) : undefined)
    },
    async onData(stream, session, done) {
      const content = await readText(stream)
      await hold
      if (refuse) return done(refused(refuse))
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address), content })
      return done()
    },
  })
  const listener = server.listen(port ?? (await freePort()), '127.0.0.1')
  await once(listener, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  const boundPort = portOf(listener)
  return { received, close, port: boundPort, smtpUrl: `smtp://127.0.0.1:${boundPort}` }
}
