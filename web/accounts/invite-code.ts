import { persisted } from '#web/persisted.ts'

/** Code of the invitation link that brought the visitor here, stored until the account is created. */
const inviteCodeStore = persisted('sitwell.invited', { code: null as string | null })

export const storedInviteCode = (): string | null => inviteCodeStore.getState().code
export function storeInviteCode(code: string | null): void {
  inviteCodeStore.setState({ code })
}
