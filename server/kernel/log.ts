import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Only these: an error of a driver may carry its whole connection. */
const describe = (error: Error & { code?: unknown }) => ({
  type: error.name,
  message: error.message,
  code: error.code,
  stack: error.stack,
})

/** One JSON object a line; whatever might carry a secret or a person's data is removed before it is written. */
export const createLog = (level: string, destination?: DestinationStream): Log =>
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
    },
    destination,
  )
