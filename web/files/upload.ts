import { documentTypes, type FileKind, type FileRefusal } from '#contract/files/codes.ts'
import type { UploadedFile } from '#contract/files/files.ts'
import { ApiProblem, api, NetworkProblem } from '#web/api.ts'
import { nowInstant } from '#web/clock.ts'
import { firstPartBytes, nextPartBytes } from '#web/files/part-size.ts'

/** How long sending without progress, and any other operation, is retried; the same limits as the storage client's. */
export const retryLimits = { sendingMs: 600_000, operationMs: 120_000 }
const [firstPauseMs, longestPauseMs]: [number, number] = [500, 20_000]
const partTimeoutMs = 14_000
const pollMs = 400

export type Transport = {
  put: (id: string, offset: number, part: Blob) => Promise<UploadedFile>
  show: (id: string) => Promise<UploadedFile>
  pause: (ms: number) => Promise<void>
  now: () => number
}

const isTemporary = (error: unknown): boolean =>
  error instanceof NetworkProblem ||
  (error instanceof DOMException && error.name === 'TimeoutError') ||
  (error instanceof ApiProblem && [408, 409, 425, 429, 500, 502, 503, 504].includes(error.status))

/** Retries with exponential back-off until it succeeds or `retryLimitMs` has passed. */
async function withRetries<T>(
  work: () => Promise<T>,
  retryLimitMs: number,
  { now, pause }: Transport,
): Promise<T> {
  const giveUpAt = now() + retryLimitMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (!isTemporary(error) || now() + pauseMs > giveUpAt) throw error
      await pause(pauseMs)
    }
  }
}

/** Returns the number of bytes the server has, if it refused a part because of a wrong offset; else null. */
const receivedIn = (error: unknown): number | null =>
  error instanceof ApiProblem && error.problem.code === 'file-offset-wrong'
    ? Number(error.problem['received'])
    : null

/** Uploads the missing parts of a file, resuming where the upload stopped. */
export async function sendParts(
  upload: UploadedFile,
  content: Blob,
  transport: Transport,
  onProgress: (share: number) => void,
): Promise<UploadedFile> {
  let file = upload
  let partBytes = firstPartBytes
  while (file.state === 'receiving') {
    const from = file.received
    onProgress(from / content.size)
    file = await withRetries(
      async () => {
        const startedAt = transport.now()
        try {
          const after = await transport.put(file.id, from, content.slice(from, from + partBytes))
          partBytes = nextPartBytes(partBytes, transport.now() - startedAt)
          return after
        } catch (error) {
          if (receivedIn(error) !== null) return transport.show(file.id)
          partBytes = nextPartBytes(partBytes, 'lost')
          throw error
        }
      },
      retryLimits.sendingMs,
      transport,
    )
  }
  onProgress(1)
  return file
}

/** Polls until the server has processed or refused the file. */
export async function waitUntilReady(sent: UploadedFile, transport: Transport): Promise<UploadedFile> {
  let file = sent
  const giveUpAt = transport.now() + retryLimits.operationMs
  while (file.state === 'processing' && transport.now() < giveUpAt) {
    await transport.pause(pollMs)
    file = await withRetries(() => transport.show(file.id), retryLimits.operationMs, transport)
  }
  return file
}

/** The chosen file has passed `refusalOf`. */
function typeOf({ name, type }: File): (typeof documentTypes)[number] {
  const known = documentTypes.find((one) => one === type)
  if (!known) throw new Error(`${name} is of the type ${type}, which cannot be sent`)
  return known
}

const sessionKeyOf = (kind: FileKind, { name, size, lastModified }: File) =>
  `sitwell.upload.${kind}.${name}.${size}.${lastModified}`

/** Returns an upload of the same file that this tab started earlier, if the server still waits for the rest. */
async function resumed(key: string, size: number, transport: Transport): Promise<UploadedFile | null> {
  const id = sessionStorage.getItem(key)
  if (!id) return null
  try {
    const file = await transport.show(id)
    return file.state === 'receiving' && file.bytes === size ? file : null
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  }
}

export type SendOptions = {
  kind: FileKind
  alt?: string
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uploads a photo or document and resolves once it has been processed or refused. */
export async function sendFile(
  content: File,
  { kind, alt = '', onProgress, signal }: SendOptions,
): Promise<UploadedFile> {
  const transport = transportOf(signal)
  const key = sessionKeyOf(kind, content)
  const upload =
    (await resumed(key, content.size, transport)) ??
    (await withRetries(
      () =>
        api(
          'POST /v1/files',
          {
            body: {
              kind,
              type: typeOf(content),
              bytes: content.size,
              name: content.name.slice(0, 200),
              alt,
            },
          },
          { signal },
        ),
      retryLimits.operationMs,
      transport,
    ))
  sessionStorage.setItem(key, upload.id)
  const sent = await sendParts(upload, content, transport, onProgress)
  sessionStorage.removeItem(key)
  return waitUntilReady(sent, transport)
}

const transportOf = (signal: AbortSignal): Transport => ({
  async put(id, offset, part) {
    const { sendBytes } = await import('#web/api-client.ts')
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(partTimeoutMs)])
    return sendBytes(`/v1/files/${id}/parts/${offset}`, part, inTime)
  },
  show: (fileId) => api('GET /v1/files/:fileId', { params: { fileId } }, { signal }),
  pause: (ms) =>
    new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', stop)
        removeEventListener('online', end)
        resolve()
      }
      const stop = () => {
        clearTimeout(timer)
        removeEventListener('online', end)
        reject(signal.reason)
      }
      // Retries at once when the browser is back online.
      const timer = setTimeout(end, ms)
      addEventListener('online', end, { once: true })
      signal.addEventListener('abort', stop, { once: true })
    }),
  now: nowInstant,
})

const refusals: Record<FileRefusal, string> = {
  'not-a-picture': 'is not a picture, whatever its name says. Choose another file.',
  'not-a-document': 'is neither a PDF nor a photo. Choose another file.',
  damaged: 'is damaged and cannot be shown. Choose another file.',
  'too-many-pixels': 'has more than 40 million pixels. Make it smaller and choose it again.',
}
export const refusalWords = (name: string, refusal: FileRefusal): string => `${name} ${refusals[refusal]}`
