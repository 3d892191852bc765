import type { Proof } from '#server/identity/federation/assertion.ts'
import type { FederatedOutcome } from '#server/identity/federation/commands.ts'
import { omitEmpty } from '#server/identity/view.ts'

const viewProof = ({ assertion, idToken, accessToken, nonce }: Proof) => ({
  providerId: assertion.provider,
  federatedId: assertion.federatedId,
  ...omitEmpty({
    email: assertion.email,
    displayName: assertion.displayName,
    fullName: assertion.displayName,
    firstName: assertion.firstName,
    lastName: assertion.lastName,
    screenName: assertion.screenName,
    photoUrl: assertion.photoUrl,
    oauthIdToken: idToken,
    oauthAccessToken: accessToken,
    nonce,
  }),
  rawUserInfo: JSON.stringify(assertion.profile),
})

/** The client library treats the mere presence of `needConfirmation` or `errorMessage` as a refusal. */
export function viewOutcome(outcome: FederatedOutcome): object {
  const proof = viewProof(outcome.proof)
  if ('refusal' in outcome)
    return { ...proof, errorMessage: outcome.refusal, pendingToken: outcome.pendingToken }
  if ('verifiedProviders' in outcome)
    return {
      ...proof,
      needConfirmation: true,
      verifiedProvider: outcome.verifiedProviders,
      pendingToken: outcome.pendingToken,
    }
  const { user, ...tokens } = outcome.signedIn
  return {
    ...proof,
    ...tokens,
    localId: user.id,
    emailVerified: user.email_verified,
    ...(outcome.isNewUser ? { isNewUser: true } : {}),
  }
}
