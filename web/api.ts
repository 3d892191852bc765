import { createContext, type RouterContextProvider } from 'react-router'
import type { Answer, Sent } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { ProblemBody } from '#contract/problem.ts'

export type EndpointName = keyof Endpoints
export type Api = <K extends EndpointName>(
  name: K,
  sent: Sent<Endpoints[K]>,
  options?: CallOptions,
) => Promise<Answer<Endpoints[K]>>
export type CallOptions = {
  signal?: AbortSignal
  /** Reuse it to repeat a request whose answer was lost. */
  idempotencyKey?: string
  /** Asks as somebody who is not signed in, as the server does for the pages it renders. */
  anonymous?: boolean
}

/** Set by the server for pages it renders: the API called in process, as an anonymous visitor. */
export const apiContext = createContext<Api | null>(null)

/** The API for a loader: in process on the server, over HTTP in the browser. */
export const apiOf = (context: Readonly<RouterContextProvider>): Api => context.get(apiContext) ?? api

/** A failure the API described. */
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

/** No answer came at all: offline, or the server is away. */
export class NetworkProblem extends Error {
  override name = 'NetworkProblem'
}

type Settings = { baseUrl: string; session: Session }
export type Session = { token: (force: boolean) => Promise<string | null>; ended: () => Promise<void> }
export const apiSettings: { current?: Settings } = {}

/** Called once by the browser's start: where the API is, and who is signed in. */
export function configureApi(settings: Settings): void {
  apiSettings.current = settings
}

/**
 * Set by pages whose acts need a fresh proof of who is there: asks for it, and answers whether it was given. The call that
 * was refused for the lack of it is then made again.
 */
export const freshSignIn: { ask?: () => Promise<boolean> } = {}

/** The API over HTTP; its client comes with the first call, so that pages which make none never fetch it. */
export const api: Api = async (...call) => {
  const { callApi } = await import('#web/api-client.ts')
  return callApi(...call)
}
