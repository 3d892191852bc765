type Args = { request: Request; serverLoader: () => Promise<unknown> }

/** For pages rendered in advance: client navigations use the data kept beside the page instead of the API. */
export async function loadPayload<T>({ request, serverLoader }: Args): Promise<T> {
  const response = await fetch(`${new URL(request.url).pathname}/_payload.json`).catch(() => undefined)
  return (response?.ok ? await response.json() : await serverLoader()) as T
}
