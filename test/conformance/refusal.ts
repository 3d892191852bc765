import type { FastifyInstance, FastifyReply } from 'fastify'
import { errorBody, IdentityError } from '#server/identity/error.ts'

/** An error code that only suites for the emulator expect. */
export class Refusal extends Error {
  override name = 'Refusal'
}

const bodyOf = (code: number, message: string) => ({
  error: { code, message, errors: [{ message, domain: 'global', reason: 'invalid' }] },
})

const isOfClient = (error: unknown): boolean =>
  error instanceof Error &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode < 500

/** Formats errors of the entry's own calls like those of the protocol. */
export function handleErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error, _, reply: FastifyReply) => {
    if (error instanceof IdentityError) return reply.status(error.status).send(errorBody(error))
    if (error instanceof Refusal) return reply.status(400).send(bodyOf(400, error.message))
    return isOfClient(error)
      ? reply.status(400).send(bodyOf(400, 'INVALID_ARGUMENT'))
      : reply.status(500).send(bodyOf(500, 'INTERNAL'))
  })
}
