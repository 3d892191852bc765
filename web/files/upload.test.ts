import { expect, test } from 'vitest'
import { fileBytes } from '#contract/files/codes.ts'
import type { UploadedFile } from '#contract/files/files.ts'
import { ApiProblem, NetworkProblem } from '#web/api.ts'
import { refusalOf } from '#web/files/check-file.ts'
import { nextPartBytes } from '#web/files/part-size.ts'
import { retryLimits, sendParts, waitUntilReady, type Transport } from '#web/files/upload.ts'

const content = new Blob([new Uint8Array(1_500_000)])
const upload: UploadedFile = {
  id: 'file',
  kind: 'sitter',
  state: 'receiving',
  name: 'garden.jpg',
  bytes: content.size,
  received: 0,
  refusal: null,
  alt: '',
  photo: null,
}
const lost = () => Promise.reject(new NetworkProblem('away'))
const misplaced = (received: number) =>
  Promise.reject(new ApiProblem({ type: '', code: 'file-offset-wrong', title: '', status: 422, received }))

/** A fake server that stores what arrives, with a clock that advances only during pauses. */
function line(failures: Record<number, 'before' | 'after' | 'always'> = {}) {
  const server = {
    received: 0,
    puts: [] as { offset: number; bytes: number }[],
    pauses: [] as number[],
    now: 0,
  }
  const view = (): UploadedFile => ({
    ...upload,
    received: server.received,
    state: server.received === content.size ? 'processing' : 'receiving',
  })
  const transport: Transport = {
    put(_id, offset, part) {
      const call = server.puts.push({ offset, bytes: part.size })
      const failure = failures[call] ?? failures[0]
      if (failure === 'before' || failure === 'always') return lost()
      if (offset !== server.received) return misplaced(server.received)
      server.received += part.size
      return failure === 'after' ? lost() : Promise.resolve(view())
    },
    show: () => Promise.resolve(view()),
    pause(ms) {
      server.pauses.push(ms)
      server.now += ms
      return Promise.resolve()
    },
    now: () => server.now,
  }
  return { transport, server }
}

test('a file is uploaded in parts that grow while they are fast, and progress never decreases', async () => {
  const { transport, server } = line()
  const shares: number[] = []
  expect(await sendParts(upload, content, transport, (share) => shares.push(share))).toMatchObject({
    state: 'processing',
  })
  expect(server.puts.map(({ bytes }) => bytes)).toEqual([2 ** 18, 2 ** 19, content.size - 2 ** 18 - 2 ** 19])
  expect(shares[0]).toBe(0)
  expect(shares.at(-1)).toBe(1)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
})

test('a lost part is resent from the same offset in smaller parts, after growing pauses', async () => {
  const { transport, server } = line({ 2: 'before', 3: 'before' })
  await sendParts(upload, content, transport, () => {})
  expect(server.puts.slice(0, 4)).toEqual([
    { offset: 0, bytes: 2 ** 18 },
    { offset: 2 ** 18, bytes: 2 ** 19 },
    { offset: 2 ** 18, bytes: 2 ** 17 },
    { offset: 2 ** 18, bytes: 2 ** 15 },
  ])
  expect(server.pauses).toEqual([500, 1000])
  expect(server.received).toBe(content.size)
})

test('a part whose response was lost is not stored twice', async () => {
  const { transport, server } = line({ 1: 'after' })
  await sendParts(upload, content, transport, () => {})
  expect(server.received).toBe(content.size)
  expect(server.puts.filter(({ offset }) => offset === 0)).toHaveLength(2)
})

test('an interrupted upload resumes where it stopped', async () => {
  const { transport, server } = line()
  server.received = 700_000
  await sendParts({ ...upload, received: 700_000 }, content, transport, () => {})
  expect(server.puts[0]).toMatchObject({ offset: 700_000 })
})

test('without a connection the upload gives up after ten minutes, with pauses of at most 20 seconds', async () => {
  const { transport, server } = line({ 0: 'always' })
  await expect(sendParts(upload, content, transport, () => {})).rejects.toThrow(NetworkProblem)
  expect(server.now).toBeLessThanOrEqual(retryLimits.sendingMs)
  expect(server.now).toBeGreaterThan(retryLimits.sendingMs - 30_000)
  expect(Math.max(...server.pauses)).toBe(20_000)
})

test('a refusal is not retried', async () => {
  const { transport, server } = line()
  transport.put = () => {
    server.puts.push({ offset: 0, bytes: 0 })
    return Promise.reject(new ApiProblem({ type: '', code: 'file-not-found', title: '', status: 404 }))
  }
  await expect(sendParts(upload, content, transport, () => {})).rejects.toMatchObject({ status: 404 })
  expect(server.puts).toHaveLength(1)
})

test('the client polls until the photo is ready, for at most two minutes', async () => {
  const { transport, server } = line()
  const answers = [
    { ...upload, state: 'processing' as const },
    { ...upload, state: 'ready' as const },
  ]
  transport.show = () => Promise.resolve(answers.shift()!)
  const processing = { ...upload, state: 'processing' as const }
  expect(await waitUntilReady(processing, transport)).toMatchObject({ state: 'ready' })
  transport.show = () => Promise.resolve(processing)
  expect(await waitUntilReady(processing, transport)).toMatchObject({ state: 'processing' })
  expect(server.now).toBeLessThanOrEqual(retryLimits.operationMs + 2_000)
})

test('parts stay between 16 KB and 1 MB', () => {
  expect(nextPartBytes(2 ** 20, 100)).toBe(2 ** 20)
  expect(nextPartBytes(2 ** 14, 'lost')).toBe(fileBytes.leastOfPart)
  expect(nextPartBytes(2 ** 18, 3_000)).toBe(2 ** 18)
  expect(nextPartBytes(2 ** 18, 7_000)).toBe(2 ** 17)
})

test.each([
  [
    'garden.jpg',
    'image/jpeg',
    12 * 2 ** 20,
    'sitter',
    /garden\.jpg is 12\.0 MB; a file can be at most 10 MB/,
  ],
  ['notes.txt', 'text/plain', 10, 'sitter', /not a picture/],
  ['IMG_1.HEIC', '', 10, 'sitter', /HEIC/],
  ['empty.png', 'image/png', 0, 'sitter', /empty/],
  ['proof.pdf', 'application/pdf', 10, 'sitter', /not a picture/],
  ['proof.txt', 'text/plain', 10, 'document', /neither a PDF nor a photo/],
  ['proof.pdf', 'application/pdf', 10, 'document', null],
  ['garden.jpg', 'image/jpeg', 10 * 2 ** 20, 'pet', null],
] as const)('%s of type "%s" is validated before it is uploaded', (name, type, size, kind, words) => {
  const refusal = refusalOf({ name, type, size }, kind)
  if (words === null) expect(refusal).toBeNull()
  else expect(refusal).toMatch(words)
})
