type Args = { request: Request; serverLoader: () => Promise<unknown> }

/** For prerendered pages: client navigations fetch the data file stored with the page instead of calling the API. */
export async function loadPayload<T>({ request, serverLoader }: Args): Promise<T> {
  const response = await fetch(`${new URL(request.url).pathname}/_payload.json`).catch(() => undefined)
  return (response?.ok ? await response.json() : await serverLoader()) as T
}
