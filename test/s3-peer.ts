import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenLocally } from '#test/listen.ts'

export const s3Keys = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'a secret of the tests',
  region: 'eu-test-1',
}
const pageSize = 2

const hmac = (key: string | Buffer, words: string) => createHmac('sha256', key).update(words).digest()
const encoded = (words: string) =>
  encodeURIComponent(words).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Verifies AWS signature version 4, computed from the request as received. */
function isSigned({ method, url, headers }: IncomingMessage): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!match) return false
  const [, keyId, day, region, names, signature] = match
  const { pathname, searchParams } = new URL(url!, 'http://peer')
  const query = [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')
  const signed = names!.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const payload = String(headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD')
  const canonical = [method, pathname, query, signed.join(''), names, payload].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ]
  const key = [day!, region!, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${s3Keys.secretAccessKey}`,
  )
  const expected = hmac(key, text.join('\n')).toString('hex')
  return (
    keyId === s3Keys.accessKeyId &&
    region === s3Keys.region &&
    names!.includes('host') &&
    expected === signature
  )
}

/** An in-memory bucket that rejects wrong signatures and lists two names per page. */
export async function openS3Peer(bucket: string) {
  const stored = new Map<string, { content: Buffer; type: string | undefined }>()
  const peer = { failures: 0, refused: 0 }
  const server = createServer((request, response) => {
    void (async () => {
      const content = await buffer(request)
      const { pathname, searchParams } = new URL(request.url!, 'http://peer')
      const answer = (status: number, body: string | Buffer = '', headers = {}) =>
        response.writeHead(status, headers).end(body)
      if (peer.failures-- > 0) return answer(503, '<Error><Code>SlowDown</Code></Error>')
      if (!isSigned(request)) {
        peer.refused++
        // As real buckets do, it repeats the id of the key and the signature.
        return answer(
          403,
          `<Error><Code>SignatureDoesNotMatch</Code><Message>The signature is another one.</Message><AWSAccessKeyId>${s3Keys.accessKeyId}</AWSAccessKeyId><StringToSign>${request.headers.authorization}</StringToSign></Error>`,
        )
      }
      const name = pathname.slice(`/${bucket}/`.length)
      if (!name) {
        const prefix = searchParams.get('prefix') ?? ''
        const from = searchParams.get('continuation-token') ?? ''
        const names = [...stored.keys()].filter((one) => one.startsWith(prefix) && one > from).toSorted()
        const page = names.slice(0, pageSize)
        const next =
          names.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
        const items = page.map(
          (one) =>
            `<Contents><Key>${one}</Key><LastModified>2026-11-20T10:00:00.000Z</LastModified></Contents>`,
        )
        return answer(200, `<ListBucketResult>${items.join('')}${next}</ListBucketResult>`)
      }
      const found = stored.get(name)
      if (request.method === 'PUT') stored.set(name, { content, type: request.headers['content-type'] })
      if (request.method === 'DELETE') stored.delete(name)
      if (request.method !== 'GET') return answer(request.method === 'PUT' ? 200 : 204)
      return found ? answer(200, found.content, { 'content-length': found.content.length }) : answer(404)
    })()
  })
  const port = await listenLocally(server)
  const endpoint = `http://127.0.0.1:${port}`
  const close = () => new Promise((resolve) => server.close(resolve))
  return { endpoint, stored, peer, close }
}
