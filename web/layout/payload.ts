type Args<T> = { request: Request; serverLoader: () => Promise<T> }

/** For prerendered pages: client navigations fetch the data file stored with the page instead of calling the API. */
export async function loadPayload<T>({ request, serverLoader }: Args<T>): Promise<T> {
  const response = await fetch(`${new URL(request.url).pathname}/_payload.json`).catch(() => undefined)
  if (!response?.ok) return serverLoader()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build stored there what this page's loader returned
  return (await response.json()) as T
}
