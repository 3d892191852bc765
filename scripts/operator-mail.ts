import { Email } from '#contract/values.ts'
import { sendAtOnce } from '#server/kernel/mail/mail.ts'
import { StartError } from '#server/kernel/start-error.ts'
import { testMailTo } from '#server/mails/mails.ts'
import { type Command, type CommandInput, wrongWord } from './operator-command.ts'

async function sendTest({ deps, config: { mail }, args }: CommandInput): Promise<string> {
  const to = Email.safeParse(args[1])
  if (args[0] !== 'test') throw wrongWord('<action>', 'Use test', args[0]!)
  if (!to.success) throw wrongWord('<address>', 'Use an e-mail address, like name@example.org', args[1]!)
  const { smtpUrl, from } = mail
  if (!smtpUrl) throw new StartError('No mail server is configured: set SMTP_URL and MAIL_FROM.')
  const { sent, answer } = await sendAtOnce(deps, { ...mail, smtpUrl }, testMailTo(to.data, deps.site))
  if (!sent) throw new StartError(`The test mail was not sent. ${answer}`)
  return [
    `The mail server has taken the mail from ${from} to ${to.data}. It answered: ${answer}`,
    'If it does not arrive, look into the folder for spam, and into the log of the mail server.',
  ].join('\n')
}

export const mailCommands: Record<string, Command> = {
  mail: {
    usage: '<action> <address>',
    does: 'test: send a test mail at once, and report what the mail server says',
    queues: true,
    run: sendTest,
  },
}
