import { data } from 'react-router'
import type { LostPage } from '#contract/lost.ts'
import { type Api, ApiProblem } from '#web/api.ts'
import { orNotFound } from '#web/layout/page-check.ts'

/** Null with status 410 for a page that has ended. */
export async function readLostPage(request: Request, api: Api, code: string) {
  try {
    const page = await orNotFound(request, api('GET /v1/lost/:code', { params: { code } }))
    return data<LostPage | null>(page)
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 410)
      return data<LostPage | null>(null, { status: 410 })
    throw error
  }
}
