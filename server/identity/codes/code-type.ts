/** What the link of a mail does; the names are those of the client library's service. */
const codeTypes = [
  'PASSWORD_RESET',
  'VERIFY_EMAIL',
  'VERIFY_AND_CHANGE_EMAIL',
  'RECOVER_EMAIL',
  'EMAIL_SIGNIN',
] as const
export type CodeType = (typeof codeTypes)[number]

export const isCodeType = (type: string): type is CodeType => codeTypes.some((known) => known === type)
