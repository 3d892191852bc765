import { onTestFinished } from 'vitest'
import { startSmtpServer } from '#test/smtp-peer.ts'

export type { ReceivedMail } from '#test/smtp-peer.ts'

/** A real SMTP server until the end of the test. */
export async function mailServer(options: Parameters<typeof startSmtpServer>[0] = {}) {
  const server = await startSmtpServer(options)
  onTestFinished(server.close)
  return server
}
