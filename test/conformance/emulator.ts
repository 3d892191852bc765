import type { FastifyInstance } from 'fastify'
import { listSentCodes } from '#test/conformance/codes.ts'
import type { Entry } from '#test/conformance/entry.ts'
import { framePage } from '#test/conformance/frame.ts'
import { deleteEverything, deletePeople } from '#test/conformance/people.ts'
import { handleErrors } from '#test/conformance/refusal.ts'
import {
  changeSettings,
  replaceSettings,
  type SettingsChange,
  shortSettings,
} from '#test/conformance/settings.ts'
import { widgetPage } from '#test/conformance/widget.ts'

/** Endpoints of the emulator beyond the protocol: settings, codes, and the pages of a fake provider. */
export function mountEmulator(scope: FastifyInstance, { db, options, settings }: Entry): void {
  handleErrors(scope)
  const project = '/emulator/v1/projects/:project'
  const follow = () => {
    options.enumerationProtection = settings.emailPrivacyConfig.enableImprovedEmailPrivacy
  }

  scope.get('/', async () => ({ authEmulator: { ready: true } }))
  scope.post('/emulator/v1/reset', async () => {
    await deleteEverything(db)
    replaceSettings(settings, {}, undefined)
    follow()
    return {}
  })
  scope.delete(`${project}/accounts`, async () => {
    await deletePeople(db)
    return {}
  })
  scope.get(`${project}/oobCodes`, async () => ({ oobCodes: await listSentCodes(db) }))
  scope.get(`${project}/verificationCodes`, async () => ({ verificationCodes: [] }))
  scope.get(`${project}/config`, async () => shortSettings(settings))
  scope.patch<{ Body: SettingsChange }>(`${project}/config`, async ({ body }) => {
    changeSettings(settings, body)
    follow()
    return shortSettings(settings)
  })
  scope.get('/conformance/config', async () => settings)
  scope.patch<{ Body: SettingsChange | null | undefined; Querystring: { updateMask?: string } }>(
    '/conformance/config',
    async ({ body, query }) => {
      replaceSettings(settings, body ?? {}, query.updateMask)
      follow()
      return settings
    },
  )
  scope.get<{ Querystring: { providerId?: string } }>('/emulator/auth/handler', async (request, reply) => {
    const { providerId = '' } = request.query
    return reply.type('text/html; charset=utf-8').send(await widgetPage(db, providerId))
  })
  scope.get('/emulator/auth/iframe', async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(framePage()),
  )
}
