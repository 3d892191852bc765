import { checkCode, resetPassword, sendCode } from '#server/identity/codes/commands.ts'
import { signInWithLink } from '#server/identity/codes/link-commands.ts'
import { addPassword, lookup, signIn, signUp } from '#server/identity/commands.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { IdentityError } from '#server/identity/error.ts'
import { federationRoutes } from '#server/identity/federation/routes.ts'
import { listIdentities } from '#server/identity/federation/store.ts'
import { type Fields, readFields } from '#server/identity/fields.ts'
import {
  applyCode,
  deleteSelf,
  type ProfileChange,
  updateProfile,
} from '#server/identity/profile-commands.ts'
import { call, type IdentityRoute, signInCall } from '#server/identity/protocol-routes.ts'
import { endSession, refresh } from '#server/identity/sessions/commands.ts'
import type { UserRow } from '#server/identity/store.ts'
import { callerOf } from '#server/identity/tokens/caller.ts'
import { omitEmpty, redacted, viewProfile, viewProviders } from '#server/identity/view.ts'

const viewChange = async ({ db }: IdentityDeps, user: UserRow) => ({
  localId: user.id,
  ...viewProfile(user),
  ...(user.email ? { email: user.email, emailVerified: user.email_verified } : {}),
  ...(user.password_hash ? { passwordHash: redacted } : {}),
  providerUserInfo: viewProviders(user, await listIdentities(db, user.id)),
})

const readChange = (fields: Fields): ProfileChange => ({
  displayName: fields.text('displayName', 256),
  photoUrl: fields.text('photoUrl', 2_048),
  email: fields.text('email'),
  password: fields.text('password'),
  deleteAttribute: fields.list('deleteAttribute'),
  deleteProvider: fields.list('deleteProvider'),
  endsSessions: fields.text('validSince') !== undefined,
})

export const identityRoutes: IdentityRoute[] = [
  {
    method: 'POST',
    url: '/v1/accounts::signUp',
    handle: signInCall('SignupNewUserResponse', async (deps, fields, caller) => {
      const [idToken, email, password] = [
        fields.text('idToken'),
        fields.text('email'),
        fields.text('password'),
      ]
      const { user, ...tokens } = idToken
        ? await addPassword(deps, { idToken, email, password }, caller)
        : await signUp(deps, { email, password, name: fields.text('displayName', 256) }, caller)
      return {
        ...tokens,
        localId: user.id,
        ...omitEmpty({ email: user.email, displayName: user.display_name }),
      }
    }),
  },
  {
    method: 'POST',
    url: '/v1/accounts::signInWithPassword',
    handle: signInCall('VerifyPasswordResponse', async (deps, fields, caller) => {
      const { user, ...tokens } = await signIn(
        deps,
        { email: fields.text('email'), password: fields.text('password') },
        caller,
      )
      return {
        ...tokens,
        registered: true,
        localId: user.id,
        email: user.email,
        displayName: user.display_name ?? '',
      }
    }),
  },
  {
    method: 'POST',
    url: '/v1/accounts::lookup',
    quiet: true,
    handle: call('GetAccountInfoResponse', async (deps, fields) => ({
      users: [await lookup(deps, fields.text('idToken'))],
    })),
  },
  {
    method: 'POST',
    url: '/v1/token',
    quiet: true,
    async handle(deps, request) {
      const fields = readFields(request.body)
      const [grantType, refreshToken] = [fields.text('grantType'), fields.text('refreshToken')]
      if (!grantType) throw new IdentityError('MISSING_GRANT_TYPE')
      if (grantType !== 'refresh_token') throw new IdentityError('INVALID_GRANT_TYPE')
      if (!refreshToken) throw new IdentityError('MISSING_REFRESH_TOKEN')
      const tokens = await refresh(deps, refreshToken, callerOf(request, deps.options))
      return {
        access_token: tokens.idToken,
        id_token: tokens.idToken,
        expires_in: tokens.expiresIn,
        refresh_token: tokens.refreshToken,
        token_type: 'Bearer',
        user_id: tokens.uid,
        project_id: deps.options.projectId,
      }
    },
  },
  {
    method: 'POST',
    url: '/v2/accounts::revokeToken',
    async handle(deps, request) {
      const fields = readFields(request.body)
      if (fields.text('tokenType') !== 'REFRESH_TOKEN') throw new IdentityError('OPERATION_NOT_ALLOWED')
      await endSession(
        deps,
        fields.text('idToken'),
        fields.text('token') ?? '',
        callerOf(request, deps.options),
      )
      return {}
    },
  },
  {
    method: 'POST',
    url: '/v1/accounts::update',
    handle: signInCall('SetAccountInfoResponse', async (deps, fields, caller) => {
      const code = fields.text('oobCode')
      if (code) {
        const { user, newEmail } = await applyCode(deps, code, caller)
        return { ...(await viewChange(deps, user)), ...omitEmpty({ newEmail }) }
      }
      const { user, ...tokens } = await updateProfile(
        deps,
        fields.text('idToken'),
        readChange(fields),
        caller,
      )
      return { ...(await viewChange(deps, user)), ...tokens }
    }),
  },
  {
    method: 'POST',
    url: '/v1/accounts::delete',
    handle: call('DeleteAccountResponse', async (deps, fields, caller) => {
      await deleteSelf(deps, fields.text('idToken'), caller)
      return {}
    }),
  },
  {
    method: 'POST',
    url: '/v1/accounts::sendOobCode',
    handle: call('GetOobConfirmationCodeResponse', (deps, fields, caller) =>
      sendCode(
        deps,
        {
          requestType: fields.text('requestType'),
          email: fields.text('email'),
          newEmail: fields.text('newEmail'),
          idToken: fields.text('idToken'),
          continueUrl: fields.text('continueUrl'),
        },
        caller,
      ),
    ),
  },
  {
    method: 'POST',
    url: '/v1/accounts::resetPassword',
    handle: call('ResetPasswordResponse', (deps, fields, caller) => {
      const [code, newPassword] = [fields.text('oobCode'), fields.text('newPassword')]
      return newPassword === undefined
        ? checkCode(deps, code, caller)
        : resetPassword(deps, code, newPassword, caller)
    }),
  },
  {
    method: 'POST',
    url: '/v1/accounts::signInWithEmailLink',
    handle: signInCall('EmailLinkSigninResponse', async (deps, fields, caller) => {
      const given = {
        email: fields.text('email'),
        code: fields.text('oobCode'),
        idToken: fields.text('idToken'),
      }
      const { user, ...rest } = await signInWithLink(deps, given, caller)
      return { ...rest, localId: user.id, email: user.email }
    }),
  },
  ...federationRoutes,
  {
    method: 'GET',
    url: '/v2/passwordPolicy',
    async handle({ options: { passwords } }) {
      return {
        customStrengthOptions: {
          minPasswordLength: passwords.minLength,
          maxPasswordLength: passwords.maxBytes,
        },
        allowedNonAlphanumericCharacters: [],
        enforcementState: 'ENFORCE',
        forceUpgradeOnSignin: false,
        schemaVersion: 1,
      }
    },
  },
  {
    method: 'GET',
    url: '/v2/recaptchaConfig',
    async handle({ options }) {
      const providers = ['EMAIL_PASSWORD_PROVIDER', 'PHONE_PROVIDER']
      return {
        recaptchaKey: `projects/${options.projectId}/keys/off`,
        recaptchaEnforcementState: providers.map((provider) => ({ provider, enforcementState: 'OFF' })),
      }
    },
  },
  {
    method: 'GET',
    url: '/v1/projects',
    async handle({ options }) {
      return { projectId: options.projectId, authorizedDomains: options.authorizedDomains }
    },
  },
  {
    method: 'GET',
    url: '/.well-known/jwks.json',
    open: true,
    async handle({ keyring }, _, reply) {
      void reply.header('cache-control', 'public, max-age=300')
      return keyring.jwks()
    },
  },
]
