import pino, { type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Mail servers and drivers quote addresses of people in their errors. */
const withoutAddresses = (text: string | undefined): string | undefined =>
  text?.replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…@…')

/** Restricts errors to these fields, because a driver's error may contain its whole connection. */
const describe = (error: Error & { code?: unknown }) => ({
  type: error.name,
  message: withoutAddresses(error.message),
  code: error.code,
  stack: withoutAddresses(error.stack),
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
