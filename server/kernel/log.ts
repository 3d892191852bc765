import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Restricts errors to these fields, because a driver's error may contain its whole connection. */
const describe = (error: Error & { code?: unknown }) => ({
  type: error.name,
  message: error.message,
  code: error.code,
  stack: error.stack,
})

/** Writes one JSON object per line, without fields that may contain secrets or personal data. */
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
