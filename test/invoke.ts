import type { EndpointResponse, Endpoint } from '#contract/endpoint.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { type Invocation, invoke, type Route } from '#server/kernel/http/http.ts'
import { Problem } from '#server/kernel/problem.ts'

/** Invokes an endpoint in process, as nobody by default; returns the status and the body, or throws the `Problem`. */
export async function outcomeOf<E extends Endpoint>(
  routes: readonly Route[],
  endpoint: E,
  deps: Deps,
  request: Partial<Invocation> = {},
): Promise<{ status: number; body: EndpointResponse<E> }> {
  const route = routes.find((one) => one.endpoint === endpoint)!
  const outcome = await invoke(route, deps, { viewer: null, ip: '127.0.0.1', ...request })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `invoke` parses every body by the endpoint's schema
  return { ...outcome, body: outcome.body as EndpointResponse<E> }
}

/** The same for the body alone. */
export async function answerOf<E extends Endpoint>(
  routes: readonly Route[],
  endpoint: E,
  deps: Deps,
  request: Partial<Invocation> = {},
): Promise<EndpointResponse<E>> {
  const { body } = await outcomeOf(routes, endpoint, deps, request)
  return body
}

/** Returns the codes of the problems that refused some of the requests; throws every other failure. */
export const refusalCodesOf = (outcomes: readonly PromiseSettledResult<unknown>[]): ProblemCode[] =>
  outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return []
    if (outcome.reason instanceof Problem) return [outcome.reason.code]
    throw outcome.reason
  })
