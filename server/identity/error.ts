/** The error codes that the client library understands; they are part of its protocol. */
export type IdentityCode =
  | 'EMAIL_EXISTS'
  | 'EMAIL_NOT_FOUND'
  | 'INVALID_EMAIL'
  | 'MISSING_EMAIL'
  | 'MISSING_NEW_EMAIL'
  | 'MISSING_PASSWORD'
  | 'INVALID_PASSWORD'
  | 'INVALID_LOGIN_CREDENTIALS'
  | 'WEAK_PASSWORD'
  | 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'
  | 'OPERATION_NOT_ALLOWED'
  | 'ADMIN_ONLY_OPERATION'
  | 'TOO_MANY_ATTEMPTS_TRY_LATER'
  | 'INVALID_ID_TOKEN'
  | 'MISSING_ID_TOKEN'
  | 'TOKEN_EXPIRED'
  | 'USER_DISABLED'
  | 'USER_NOT_FOUND'
  | 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'
  | 'MISSING_GRANT_TYPE'
  | 'INVALID_GRANT_TYPE'
  | 'MISSING_REFRESH_TOKEN'
  | 'MISSING_REQ_TYPE'
  | 'INVALID_REQ_TYPE'
  | 'MISSING_OOB_CODE'
  | 'INVALID_OOB_CODE'
  | 'EXPIRED_OOB_CODE'
  | 'INVALID_CONTINUE_URI'
  | 'MISSING_CONTINUE_URI'
  | 'UNAUTHORIZED_DOMAIN'
  | 'MISSING_IDENTIFIER'
  | 'INVALID_IDENTIFIER'
  | 'INVALID_API_KEY'
  | 'INVALID_PROVIDER_ID'
  | 'INVALID_IDP_RESPONSE'
  | 'INVALID_CREDENTIAL_OR_PROVIDER_ID'
  | 'INVALID_PENDING_TOKEN'
  | 'MISSING_REQUEST_URI'
  | 'INVALID_REQUEST_URI'
  | 'MISSING_OR_INVALID_NONCE'
  | 'FEDERATED_USER_ID_ALREADY_LINKED'
  | 'USER_CANCELLED'

/** Transport errors, which carry a `status` name in addition to the number. */
const transportStatuses = {
  INVALID_ARGUMENT: 400,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const
export type TransportStatus = keyof typeof transportStatuses

/** A refusal with a code of the protocol; throwing it inside a transaction rolls that back. */
export class IdentityError extends Error {
  override name = 'IdentityError'
  readonly code: IdentityCode | TransportStatus
  readonly text: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: IdentityCode | TransportStatus, text?: string, retryAfterSeconds?: number) {
    super(code)
    this.code = code
    this.text = text
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): number {
    return isTransport(this.code) ? transportStatuses[this.code] : 400
  }
}

const isTransport = (code: string): code is TransportStatus => code in transportStatuses

/** The client library splits the message at " : " into its code and the words shown. */
export function errorBody({ code, text, status }: IdentityError) {
  if (isTransport(code)) {
    const message = text ?? code
    return {
      error: {
        code: status,
        message,
        status: code,
        errors: [{ message, domain: 'global', reason: code.toLowerCase() }],
      },
    }
  }
  const message = text === undefined ? code : `${code} : ${text}`
  return { error: { code: status, message, errors: [{ message, domain: 'global', reason: 'invalid' }] } }
}
