import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { withoutAddresses } from '#server/kernel/private-text.ts'

export type Log = Logger

/** Restricts errors to these fields, because a driver's error may contain its whole connection. */
const describe = (error: Error & { code?: unknown }) => ({
  type: error.name,
  message: withoutAddresses(error.message),
  code: error.code,
  stack: withoutAddresses(error.stack ?? ''),
})

/** Receives every error that is logged as one, with the message of its line. */
export type OnError = (error: unknown, message: string) => void

const errorLevel = 50

const passErrorsTo = (onError: OnError): LogFunction =>
  function passError(inputs, method, level) {
    const [facts, message] = inputs as readonly unknown[]
    if (level >= errorLevel && typeof facts === 'object' && facts !== null && 'err' in facts)
      onError(facts.err, String(message))
    method.apply(this, inputs)
  }
type LogFunction = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** Writes one JSON object per line, without fields that may contain secrets or personal data. */
export const createLog = (level: string, destination?: DestinationStream, onError?: OnError): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'req.headers',
          '*.password',
          '*.token',
          '*.email',
          '*.idToken',
          '*.refreshToken',
          '*.oobCode',
        ],
        remove: true,
      },
      serializers: { err: describe },
      ...(onError ? { hooks: { logMethod: passErrorsTo(onError) } } : {}),
    },
    destination,
  )
