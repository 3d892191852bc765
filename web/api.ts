import { createContext, type RouterContextProvider } from 'react-router'
import type { EndpointResponse, RequestInput } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { ProblemBody } from '#contract/problem.ts'

export type EndpointName = keyof Endpoints
export type Api = <K extends EndpointName>(
  name: K,
  sent: RequestInput<Endpoints[K]>,
  options?: CallOptions,
) => Promise<EndpointResponse<Endpoints[K]>>
export type CallOptions = {
  signal?: AbortSignal
  /** Pass the same key to repeat a request whose response was lost. */
  idempotencyKey?: string
  /** Sends no token, as when the server renders a page. */
  anonymous?: boolean
}

/** Set by the server for pages it renders: the API called in process, as an anonymous visitor. */
export const apiContext = createContext<Api | null>(null)

/** Returns the API for a loader: in process on the server, over HTTP in the browser. */
export const apiOf = (context: Readonly<RouterContextProvider>): Api => context.get(apiContext) ?? api

/** An error that the API described in its response. */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  readonly problem: ProblemBody
  readonly status: number
  constructor(problem: ProblemBody) {
    super(problem.detail ?? problem.title)
    this.problem = problem
    this.status = problem.status
  }
}

/** No response arrived: the device is offline or the server is down. */
export class NetworkProblem extends Error {
  override name = 'NetworkProblem'
}

/**
 * Ignores network and API errors of background requests, which a later request makes up for, or without which the rest
 * of a page works. Other errors are thrown.
 */
export function ignoreRequestError(error: unknown): void {
  if (!(error instanceof NetworkProblem || error instanceof ApiProblem)) throw error
}

type Settings = { baseUrl: string; session: Session }
export type Session = { token: (force: boolean) => Promise<string | null>; ended: () => Promise<void> }
export const apiSettings: { current?: Settings } = {}

/** Called once when the app starts in the browser. Sets the API's base URL and the session that supplies tokens. */
export function configureApi(settings: Settings): void {
  apiSettings.current = settings
}

/**
 * Set by pages with actions that need a recent sign-in. `ask` requests one and returns whether it was given; the
 * refused call is then repeated.
 */
export const freshSignIn: { ask?: () => Promise<boolean> } = {}

/** The API over HTTP. Its client is loaded with the first call, so that pages that make no calls never fetch it. */
export const api: Api = async (...call) => {
  const { callApi } = await import('#web/api-client.ts')
  return callApi(...call)
}
