import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { Problem } from '#server/kernel/problem.ts'
import type { Storage } from '#server/kernel/storage/storage.ts'

export type S3Options = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** The bucket did not answer as expected; the operation can be retried. */
const unavailable = (cause: unknown): Problem =>
  Object.assign(
    new Problem('unavailable', { detail: 'Files cannot be reached at the moment. Try again.' }, 5),
    { cause },
  )

const timeoutMs = 30_000
const retries = 3

/**
 * Opens a bucket of any S3-compatible server, addressed by path; each request is signed and attempted up to four times.
 */
export function openS3Storage({
  endpoint,
  region,
  bucket,
  accessKeyId,
  secretAccessKey,
}: S3Options): Storage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries })
  const addressOf = (name: string) => `${endpoint}/${bucket}/${name}`

  async function send(address: string, request: RequestInit, allowed: readonly number[]): Promise<Response> {
    const answer = await client
      .fetch(address, { ...request, signal: AbortSignal.timeout(timeoutMs) })
      .catch((error: unknown) => {
        throw unavailable(error)
      })
    if (answer.ok || allowed.includes(answer.status)) return answer
    throw unavailable(new Error(`The bucket answered ${answer.status}${reasonIn(await answer.text())}`))
  }

  return {
    async write(name, content, type) {
      const headers = { 'content-type': type, 'content-length': String(content.length) }
      const answer = await send(
        addressOf(name),
        { method: 'PUT', body: new Uint8Array(content), headers },
        [],
      )
      await answer.arrayBuffer()
    },
    async read(name) {
      const answer = await send(addressOf(name), { method: 'GET' }, [404])
      if (answer.status === 404 || !answer.body) {
        await answer.arrayBuffer()
        return null
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- in Node this is its own stream, but `fetch` has the types of the DOM
      const body = answer.body as import('node:stream/web').ReadableStream
      return { bytes: Number(answer.headers.get('content-length')), content: Readable.fromWeb(body) }
    },
    async remove(name) {
      const answer = await send(addressOf(name), { method: 'DELETE' }, [404])
      await answer.arrayBuffer()
    },
    async *list(folder) {
      let after: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${folder}/` })
        if (after) query.set('continuation-token', after)
        const answer = await send(`${endpoint}/${bucket}?${query.toString()}`, { method: 'GET' }, [])
        const page = await answer.text()
        for (const [, one] of page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
          const [name, writtenAt] = [textOf(one!, 'Key'), textOf(one!, 'LastModified')]
          if (name && writtenAt) yield { name, writtenAt: new Date(writtenAt) }
        }
        after = textOf(page, 'NextContinuationToken')
      } while (after)
    },
  }
}

/** The code and the message; the rest of the answer repeats the request with its signature and the id of the key. */
const reasonIn = (xml: string): string => {
  const words = [textOf(xml, 'Code'), textOf(xml, 'Message')].filter(Boolean)
  return words.length > 0 ? `: ${words.join(', ')}` : ''
}

/** Returns the text of a simple XML element; our names contain no characters that XML escapes. */
const textOf = (xml: string, element: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
