import { persisted } from '#web/persisted.ts'

/** Code of the invitation link that brought the visitor here, stored until the account is created. */
const invited = persisted('sitwell.invited', { code: null as string | null })

export const invitedBy = (): string | null => invited.getState().code
export function keepInvite(code: string | null): void {
  invited.setState({ code })
}
