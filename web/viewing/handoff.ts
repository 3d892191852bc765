/** What the desk leaves in this tab for the pages on which a member of staff sees the site as somebody (decision 135). */
export type Handoff = {
  person: { accountId: string; name: string; uid: string; email: string; emailVerified: boolean }
  /** Sent with each read, beside the token of the member of staff, which lasts longer than the key. */
  key: string
  token: string
  /** Milliseconds since 1970. */
  until: number
  /** The key of the identity client, and the address of the API. */
  apiKey: string
  apiBase: string
}

/** In the storage of the tab. */
export const handoffName = 'sitwell.viewing'

/** The folder under which the server shows every page without a page session. */
export const viewingFolder = '/view-as'
/** The script that such a page runs first. */
export const viewingScript = '/viewing.js'

/** Waits until the page has left, because nothing that the caller does afterwards would be seen. */
export async function beginViewing(handoff: Handoff): Promise<never> {
  sessionStorage.setItem(handoffName, JSON.stringify(handoff))
  location.assign(`${viewingFolder}/account`)
  return new Promise(() => {})
}
