/** The least that a server asks for in production. */
export const production = {
  NODE_ENV: 'production',
  SITE_URL: 'https://sitwell.example.org',
  DATABASE_URL: 'postgres://127.0.0.1/none',
  SECRET: 's'.repeat(32),
  IDENTITY_KEY_ENCRYPTION_KEY: 's'.repeat(32),
  LOG_LEVEL: 'silent',
} as const
