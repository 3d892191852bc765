import { classifyContinueUrl } from '#server/identity/codes/action-link.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { IdentityError } from '#server/identity/error.ts'
import {
  type Assertion,
  customParameters,
  type Intent,
  intentOf,
  type Proof,
  scopesOf,
} from '#server/identity/federation/assertion.ts'
import { FlowSecrets } from '#server/identity/federation/federation.ts'
import * as links from '#server/identity/federation/store.ts'
import { hashSecret, newSecret, seal, unseal } from '#server/identity/tokens/secret.ts'
import type { InTx } from '#server/kernel/db/db.ts'
import { ensureTransaction } from '#server/kernel/db/transaction.ts'

const minuteMs = 60_000
const flowMs = 10 * minuteMs
const pendingMs = 60 * minuteMs

export type FlowRequest = {
  providerId: string
  continueUri: string | undefined
  scope: string | undefined
  parameters: Record<string, string>
  /** The purpose for which the handler page was opened. */
  authType: string | undefined
}

/** Starts a sign-in at a provider; only the browser that gets the session id can finish it. */
export async function startFlow(
  deps: IdentityDeps,
  { providerId, continueUri, scope, parameters, authType }: FlowRequest,
): Promise<{ authUri: string; sessionId: string; providerId: string }> {
  if (!/^[a-z][\w-]*(\.[\w-]+)+$/.test(providerId)) throw new IdentityError('INVALID_PROVIDER_ID')
  if (!continueUri) throw new IdentityError('MISSING_CONTINUE_URI')
  if (classifyContinueUrl(continueUri, deps.options.authorizedDomains) !== 'good')
    throw new IdentityError('INVALID_CONTINUE_URI')
  const intent = intentOf(authType)
  if (!intent) throw new IdentityError('INVALID_ARGUMENT', 'The value of "context" is not valid.')

  const secrets: FlowSecrets = { state: newSecret(), nonce: newSecret(), verifier: newSecret() }
  const authUri = await deps.federation.authorizationUrl(providerId, {
    ...secrets,
    redirectUri: continueUri,
    scopes: scopesOf(scope),
    parameters: customParameters(parameters),
  })
  const sessionId = newSecret()
  const [idHash, at] = [hashSecret(sessionId), deps.now()]
  await ensureTransaction(deps, (deps) =>
    links.insertOauthSession(deps.db, {
      id_hash: idHash,
      provider: providerId,
      continue_uri: continueUri,
      intent,
      secrets_encrypted: seal(JSON.stringify(secrets), deps.options.keyEncryptionKey, `flow ${idHash}`),
      created_at: at,
      expires_at: new Date(at.getTime() + flowMs),
    }),
  )
  return { authUri, sessionId, providerId }
}

export type ProofRequest = {
  requestUri: string | undefined
  sessionId: string | undefined
  postBody: string | undefined
  pendingToken: string | undefined
}

/** The proof, the purpose it may be used for, and a function that uses a single-use proof up. */
export type VerifiedProof = {
  proof: Proof
  intent: Intent
  consume: (deps: InTx<IdentityDeps>) => Promise<void>
}

/** Checks the browser's proof from a provider, in any of its three forms. */
export async function verifyProof(
  deps: IdentityDeps,
  { requestUri, sessionId, postBody, pendingToken }: ProofRequest,
): Promise<VerifiedProof> {
  if (!requestUri) throw new IdentityError('MISSING_REQUEST_URI')
  if (!URL.canParse(requestUri)) throw new IdentityError('INVALID_REQUEST_URI')
  if (pendingToken) return verifyPending(deps, pendingToken)
  if (sessionId) return verifyFlow(deps, sessionId, requestUri)
  const fields = new URLSearchParams(postBody ?? '')
  const field = (name: string) => fields.get(name) ?? undefined
  const providerId = field('providerId')
  if (!providerId)
    throw new IdentityError(
      'INVALID_CREDENTIAL_OR_PROVIDER_ID',
      'Invalid IdP response/credential: the provider is missing in the request.',
    )
  const proof = await deps.federation.verify(providerId, {
    idToken: field('id_token'),
    accessToken: field('access_token'),
    nonce: field('nonce'),
  })
  return { proof, intent: 'any', consume: async () => {} }
}

/** Deletes the session before the provider is called, so that nothing can be tried twice. */
async function verifyFlow(deps: IdentityDeps, sessionId: string, requestUri: string): Promise<VerifiedProof> {
  const flow = await ensureTransaction(deps, (deps) =>
    links.consumeOauthSession(deps.db, hashSecret(sessionId), deps.now()),
  )
  if (!flow)
    throw new IdentityError('INVALID_IDP_RESPONSE', 'The sign-in has ended or was already completed.')
  const response = new URL(requestUri)
  if (response.origin + response.pathname !== withoutQuery(flow.continue_uri))
    throw new IdentityError('INVALID_IDP_RESPONSE', 'The sign-in returned to another address.')
  const secrets = FlowSecrets.parse(
    JSON.parse(unseal(flow.secrets_encrypted, deps.options.keyEncryptionKey, `flow ${flow.id_hash}`)),
  )
  const proof = await deps.federation.exchange(flow.provider, response, secrets)
  return { proof, intent: flow.intent, consume: async () => {} }
}

const withoutQuery = (url: string) => {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

async function verifyPending({ db, now }: IdentityDeps, pendingToken: string): Promise<VerifiedProof> {
  const tokenHash = hashSecret(pendingToken)
  const assertion = await links.findPendingCredential(db, tokenHash, now())
  if (!assertion) throw new IdentityError('INVALID_PENDING_TOKEN')
  const consume = async ({ db }: InTx<IdentityDeps>) => {
    if (!(await links.consumePendingCredential(db, tokenHash)))
      throw new IdentityError('INVALID_PENDING_TOKEN')
  }
  return { proof: { assertion }, intent: 'any', consume }
}

/** Stores the assertion for an hour, until the user has signed in to the account it belongs to. */
export async function storePendingCredential(deps: IdentityDeps, assertion: Assertion): Promise<string> {
  const pendingToken = newSecret()
  const at = deps.now()
  await ensureTransaction(deps, ({ db }) =>
    links.insertPendingCredential(db, {
      token_hash: hashSecret(pendingToken),
      assertion: JSON.stringify(assertion),
      created_at: at,
      expires_at: new Date(at.getTime() + pendingMs),
    }),
  )
  return pendingToken
}
