import type { IdentityRow } from '#server/identity/federation/store.ts'
import type { UserRow } from '#server/identity/store.ts'

/** Placeholder that tells the client library that a password exists. */
export const redacted = 'UkVEQUNURUQ='

const millis = (at: Date) => String(at.getTime())
const hasEmailProvider = (user: UserRow) =>
  user.email !== null && (user.password_hash !== null || user.email_link_enabled)

export const viewProviders = (user: UserRow, identities: IdentityRow[]) => [
  ...(hasEmailProvider(user)
    ? [
        {
          providerId: 'password',
          rawId: user.email,
          federatedId: user.email,
          email: user.email,
          ...viewProfile(user),
        },
      ]
    : []),
  ...identities.map(({ provider, raw_id: rawId, email, profile }) => ({
    providerId: provider,
    rawId,
    ...omitEmpty({
      federatedId: profile.federatedId,
      email,
      displayName: profile.displayName,
      photoUrl: profile.photoUrl,
      screenName: profile.screenName,
    }),
  })),
]

/** Keeps only members with a value, because the client library expects the others to be absent. */
export const omitEmpty = (members: Record<string, string | null | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  )

export const viewProfile = ({ display_name: displayName, photo_url: photoUrl }: UserRow) => ({
  ...(displayName ? { displayName } : {}),
  ...(photoUrl ? { photoUrl } : {}),
})

/** `users[0]` of a look-up, in which numbers are strings. */
export const viewUser = (user: UserRow, identities: IdentityRow[]) => ({
  localId: user.id,
  ...viewProfile(user),
  ...(user.email ? { email: user.email, emailVerified: user.email_verified } : {}),
  ...omitEmpty({
    initialEmail: user.initial_email === user.email ? null : user.initial_email,
    screenName: identities.find(({ profile }) => profile.screenName)?.profile.screenName,
  }),
  ...(user.password_hash
    ? { passwordHash: redacted, passwordUpdatedAt: user.password_updated_at?.getTime() ?? 0 }
    : {}),
  ...(user.email_link_enabled ? { emailLinkSignin: true } : {}),
  providerUserInfo: viewProviders(user, identities),
  validSince: String(Math.floor(user.valid_since.getTime() / 1000)),
  disabled: user.disabled,
  createdAt: millis(user.created_at),
  lastLoginAt: millis(user.last_login_at),
  lastRefreshAt: user.last_refresh_at.toISOString(),
  ...(Object.keys(user.custom_claims).length > 0
    ? { customAttributes: JSON.stringify(user.custom_claims) }
    : {}),
})
