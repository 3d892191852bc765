import { persisted } from '#web/persisted.ts'

/** Through whose link somebody came here, until the account is made. */
const invited = persisted('sitwell.invited', { code: null as string | null })

export const invitedBy = (): string | null => invited.getState().code
export function keepInvite(code: string | null): void {
  invited.setState({ code })
}
