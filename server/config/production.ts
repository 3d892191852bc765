type Values = {
  SITE_URL?: string | undefined
  PLAIN_HTTP: boolean
  DATABASE_URL?: string | undefined
  SECRET?: string | undefined
  IDENTITY_KEY_ENCRYPTION_KEY?: string | undefined
  MAIL: 'on' | 'off'
  SMTP_URL?: string | undefined
  MAIL_FROM: string
  OPERATOR_NAME: string
  OPERATOR_ADDRESS: string
  OPERATOR_EMAIL: string
  OPERATOR_COUNTRY?: string | undefined
  DEMO?: 'on' | 'small' | 'off' | undefined
}

/** Placeholder values for settings that the operator has not filled in yet. */
export const placeholders = {
  OPERATOR_NAME: 'The operator of this site',
  OPERATOR_ADDRESS: 'Address to be filled in by the operator',
  OPERATOR_EMAIL: 'hello@example.org',
  MAIL_FROM: 'Sitwell <no-reply@localhost>',
} as const

/** Reserved domains (RFC 2606), to which mail is never delivered. */
const undeliverable = /@([\w.-]+\.)?(example(\.(com|net|org))?|localhost|invalid)>?$/i

const noMailReaches = (address: string): string =>
  ` No mail reaches “${address}”, because its domain is reserved for examples and tests.`

/** Reports what a public site is missing; each sentence says what to set. */
export function productionMistakes(values: Values): string[] {
  const mistakes = [...addressMistakes(values), ...mailMistakes(values), ...operatorMistakes(values)]
  if (values.DEMO && values.DEMO !== 'off')
    mistakes.push('DEMO: Leave it out in production: the password of the people of the demo town is public.')
  if (values.DATABASE_URL)
    for (const name of ['SECRET', 'IDENTITY_KEY_ENCRYPTION_KEY'] as const)
      if (!values[name]) mistakes.push(`${name}: Set it in production, so that all servers share it.`)
  return mistakes
}

function addressMistakes({ SITE_URL: url, PLAIN_HTTP: plain }: Values): string[] {
  if (!url) return ['SITE_URL: Set the public address of the site, like https://sitwell.example.org.']
  if (url.startsWith('https:') || plain) return []
  return [
    'SITE_URL: Use an https address, so that nobody can intercept sign-ins. If the site must be served without encryption, for example in a closed network, set PLAIN_HTTP=on.',
  ]
}

function mailMistakes({ MAIL: mail, SMTP_URL: server, MAIL_FROM: from }: Values): string[] {
  if (mail === 'off') return []
  if (!server)
    return [
      'SMTP_URL: Set your mail server, like smtps://user:password@mail.example.org. To run without one set MAIL=off; nobody can confirm an e-mail address or reset a password then.',
    ]
  if (!undeliverable.test(from)) return []
  const reason = from === placeholders.MAIL_FROM ? '' : noMailReaches(from)
  return [
    `MAIL_FROM: Set the address from which mails are sent, like Sitwell <no-reply@your-domain>.${reason}`,
  ]
}

function operatorMistakes(values: Values): string[] {
  const mistakes: string[] = []
  if (values.OPERATOR_NAME === placeholders.OPERATOR_NAME)
    mistakes.push('OPERATOR_NAME: Say who runs the site; the legal pages and mails name it.')
  if (values.OPERATOR_ADDRESS === placeholders.OPERATOR_ADDRESS)
    mistakes.push('OPERATOR_ADDRESS: Give the postal address of whoever runs the site.')
  const { OPERATOR_EMAIL: email } = values
  if (undeliverable.test(email)) {
    const reason = email === placeholders.OPERATOR_EMAIL ? '' : noMailReaches(email)
    mistakes.push(
      `OPERATOR_EMAIL: Give an e-mail address at which people can reach whoever runs the site.${reason}`,
    )
  }
  if (!values.OPERATOR_COUNTRY)
    mistakes.push('OPERATOR_COUNTRY: Give the country of whoever runs the site as two letters, like PT.')
  return mistakes
}
