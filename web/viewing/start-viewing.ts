// Runs before everything else on the pages below `/view-as` (decision 135). The app then works as if the person were
// signed in, but it stores nothing on this device, and its requests can only read.
import { viewAsHeader } from '#contract/staff/codes.ts'
import { deviceZone } from '#web/clock.ts'
import { showBanner } from '#web/viewing/banner.ts'
import { type Handoff, handoffName, viewingFolder } from '#web/viewing/handoff.ts'
import { memoryCookies, memoryStorage, noDatabases } from '#web/viewing/own-storage.ts'

const tab = sessionStorage
const realFetch = window.fetch.bind(window)
const hintName = 'sitwell.hint'
const refusal = 'You are only looking; nothing can be changed.'

function readHandoff(): Handoff | null {
  const handoff: Handoff | null = JSON.parse(tab.getItem(handoffName) ?? 'null')
  return handoff
}

const replace = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, configurable: false })

const stateOf = (state: object) => encodeURIComponent(JSON.stringify({ state, version: 0 }))

/** The identity client finds the person signed in, and never learns the sign-in of the member of staff. */
function storedUser({ person, token, until, apiKey }: Handoff): Record<string, string> {
  const { uid, email, emailVerified, name: displayName } = person
  const stsTokenManager = {
    refreshToken: 'none',
    accessToken: token,
    // The client must not renew it: the view ends first.
    expirationTime: until + 3_600_000,
  }
  const user = {
    uid,
    email,
    emailVerified,
    displayName,
    isAnonymous: false,
    providerData: [],
    stsTokenManager,
  }
  return {
    [`firebase:authUser:${apiKey}:[DEFAULT]`]: JSON.stringify({ ...user, apiKey, appName: '[DEFAULT]' }),
  }
}

const lookup = ({ person: { uid: localId, email, emailVerified, name: displayName } }: Handoff) =>
  Response.json({
    users: [{ localId, email, emailVerified, displayName, providerUserInfo: [], validSince: '0' }],
  })

/** Replaces everything in which the app stores something, by parts that end with the page. */
function storeNothing(handoff: Handoff, leave: () => void): void {
  const theme = /^(light|dark)$/.exec(document.documentElement.dataset['theme'] ?? '')?.[0] ?? 'system'
  const { accountId } = handoff.person
  const hint = stateOf({ accountId })
  const preferences = stateOf({ theme, locale: 'en-GB', analytics: false, zone: deviceZone() })
  const cookies = memoryCookies({ [hintName]: hint, 'sitwell.preferences': preferences }, (name) => {
    // Signing out ends the view, and nothing else.
    if (name === hintName && !cookies.value(name)?.includes(accountId)) leave()
  })
  Object.defineProperty(document, 'cookie', { get: cookies.get, set: cookies.set })
  replace(window, 'localStorage', memoryStorage(storedUser(handoff)))
  replace(window, 'sessionStorage', memoryStorage())
  replace(window, 'indexedDB', noDatabases())
  const never = () => new Promise(() => {})
  replace(
    navigator,
    'serviceWorker',
    Object.assign(new EventTarget(), {
      controller: null,
      ready: never(),
      register: never,
      getRegistration: () => Promise.resolve(undefined),
      getRegistrations: () => Promise.resolve([]),
    }),
  )
  type Work = (lock: null) => unknown
  replace(navigator, 'locks', {
    // Without a lock there are no live events, and nothing is sent in the background.
    request: (_name: string, options: LockOptions | Work, work?: Work) =>
      work && 'ifAvailable' in options ? Promise.resolve(work(null)) : never(),
    query: () => Promise.resolve({ held: [], pending: [] }),
  })
  navigator.sendBeacon = () => true
  const { dataset } = document.documentElement
  delete dataset['mode']
  delete dataset['hidesMap']
  dataset['signedIn'] = 'yes'
}

type Reading = { handoff: Handoff; refuse: () => void; leave: () => void }

async function readApi(request: Request, { handoff, refuse, leave }: Reading): Promise<Response> {
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${handoff.token}`)
  headers.set(viewAsHeader, handoff.key)
  const answer = await realFetch(new Request(request, { headers, credentials: 'omit' }))
  if (answer.ok) return answer
  const { code }: { code?: string } = await answer
    .clone()
    .json()
    .catch(() => ({}))
  if (code === 'viewing-ended' || answer.status === 401) leave()
  if (code === 'viewing-only' && request.method !== 'GET') refuse()
  return answer
}

/** Sends reads as the person, and refuses everything that is neither a call of the API nor a read. */
function onlyRead(reading: Reading): void {
  const { handoff, refuse } = reading
  const api = new URL('/v1/', handoff.apiBase || location.origin).href
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.url.startsWith(api)) return readApi(request, reading)
    if (request.url.includes('accounts:lookup')) return lookup(handoff)
    if (request.method === 'GET') return realFetch(new Request(request, { credentials: 'omit' }))
    refuse()
    return Response.json({ error: { code: 400, message: 'OPERATION_NOT_ALLOWED' } }, { status: 400 })
  }
}

/** Links that the router does not render lead out of the folder; here they stay in it. */
function stayInFolder(): void {
  const isPage = ({ origin, pathname, download }: HTMLAnchorElement) =>
    origin === location.origin && !download && !/^\/(view-as|v1|files|dev)(\/|$)|\.\w+$/.test(pathname)
  const keep = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link && isPage(link)) link.pathname = `${viewingFolder}${link.pathname}`
  }
  window.addEventListener('click', keep, true)
  window.addEventListener('auxclick', keep, true)
}

/** Ends the view: writes that down, unless it is over already, and goes back to the page of the person. */
function leaveOnce({ person: { accountId }, token, until, apiBase }: Handoff): () => void {
  let isLeaving = false
  const end = () =>
    realFetch(`${apiBase || location.origin}/v1/admin/people/${accountId}/view/end`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
      credentials: 'omit',
      keepalive: true,
      signal: AbortSignal.timeout(3_000),
    }).catch((error: unknown) => console.error('The end of the view could not be written down.', error))
  return () => {
    if (isLeaving) return
    isLeaving = true
    tab.removeItem(handoffName)
    const ended = Date.now() < until ? end() : Promise.resolve()
    void ended.then(() => location.replace(`/admin/people/${accountId}`))
  }
}

function start(): void {
  const handoff = readHandoff()
  if (!handoff || Date.now() >= handoff.until) {
    tab.removeItem(handoffName)
    window.stop()
    location.replace(handoff ? `/admin/people/${handoff.person.accountId}` : '/admin/people')
    return
  }
  const leave = leaveOnce(handoff)
  const { person, until } = handoff
  storeNothing(handoff, leave)
  const say = showBanner({ name: person.name || person.email, until, onLeave: leave })
  onlyRead({ handoff, leave, refuse: () => say(refusal) })
  stayInFolder()
  setTimeout(leave, until - Date.now())
}

start()
