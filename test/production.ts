/** The minimal environment of a server in production. */
export const production = {
  NODE_ENV: 'production',
  SITE_URL: 'https://sitwell.example.org',
  MAIL: 'off',
  OPERATOR_NAME: 'Pet Friends Ltd',
  OPERATOR_ADDRESS: '1 Quiet Street, Lisbon',
  OPERATOR_EMAIL: 'hello@petfriends.test',
  OPERATOR_COUNTRY: 'PT',
  DATABASE_URL: 'postgres://127.0.0.1/none',
  SECRET: 's'.repeat(32),
  IDENTITY_KEY_ENCRYPTION_KEY: 's'.repeat(32),
  LOG_LEVEL: 'silent',
} as const
