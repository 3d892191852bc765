import { classifyContinueUrl } from '#server/identity/codes/action-link.ts'
import { signInMethods } from '#server/identity/commands.ts'
import { readEmail } from '#server/identity/email.ts'
import { IdentityError } from '#server/identity/error.ts'
import { signInWithIdp } from '#server/identity/federation/commands.ts'
import { startFlow } from '#server/identity/federation/proof-commands.ts'
import { viewOutcome } from '#server/identity/federation/view.ts'
import type { Fields } from '#server/identity/fields.ts'
import { limit } from '#server/identity/limits.ts'
import { call, type IdentityRoute, signInCall } from '#server/identity/protocol-routes.ts'
import { newSecret } from '#server/identity/tokens/secret.ts'

const maxUriLength = 16_384

const readFlow = (fields: Fields, providerId: string) => ({
  providerId,
  continueUri: fields.text('continueUri'),
  scope: fields.text('oauthScope'),
  parameters: fields.record('customParameter'),
  authType: fields.text('context'),
})

export const federationRoutes: IdentityRoute[] = [
  {
    method: 'POST',
    url: '/v1/accounts::createAuthUri',
    handle: call('CreateAuthUriResponse', async (deps, fields, caller) => {
      await limit(deps, 'authUriPerNet', caller.net)
      const [identifier, providerId] = [fields.text('identifier'), fields.text('providerId')]
      if (identifier === undefined && providerId) return startFlow(deps, readFlow(fields, providerId))
      if (!identifier) throw new IdentityError('MISSING_IDENTIFIER')
      const continueUri = fields.text('continueUri')
      if (!continueUri) throw new IdentityError('MISSING_CONTINUE_URI')
      if (classifyContinueUrl(continueUri, deps.options.authorizedDomains) === 'invalid')
        throw new IdentityError('INVALID_CONTINUE_URI')
      if (readEmail(identifier) === undefined) throw new IdentityError('INVALID_IDENTIFIER')
      return {
        sessionId: fields.text('sessionId') ?? newSecret(),
        ...(await signInMethods(deps, identifier)),
      }
    }),
  },
  {
    method: 'POST',
    url: '/v1/accounts::signInWithIdp',
    handle: signInCall('VerifyAssertionResponse', async (deps, fields, caller) =>
      viewOutcome(
        await signInWithIdp(
          deps,
          {
            requestUri: fields.text('requestUri', maxUriLength),
            sessionId: fields.text('sessionId'),
            postBody: fields.text('postBody', maxUriLength),
            pendingToken: fields.text('pendingToken'),
            idToken: fields.text('idToken'),
            mayCreate: !fields.isFalse('autoCreate'),
            returnCredential: fields.flag('returnIdpCredential'),
          },
          caller,
        ),
      ),
    ),
  },
]
