import type { RouterContextProvider } from 'react-router'
import { apiOf } from '#web/api.ts'
import { orNotFound, pageNotFound } from '#web/layout/page-check.ts'

type DocumentRequest = {
  context: Readonly<RouterContextProvider>
  request: Request
  section: 'legal' | 'help'
  slug: string
}

/** Reads a document and the settings used by its live parts. */
export async function readDocument({ context, request, section, slug }: DocumentRequest) {
  if (!/^[a-z0-9-]{1,80}$/.test(slug)) throw pageNotFound(request)
  const api = apiOf(context)
  const [document, settings] = await orNotFound(
    request,
    Promise.all([
      api('GET /v1/documents/:section/:slug', { params: { section, slug } }),
      api('GET /v1/settings', {}),
    ]),
  )
  return { document, settings }
}
