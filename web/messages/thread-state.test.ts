import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { lastWithoutGap, mergeMessages, notArrived } from '#web/messages/thread-state.ts'

const message = (seq: number, clientId: string | null = null): Message => ({
  id: `message-${seq}`,
  seq,
  isOwn: clientId !== null,
  clientId,
  text: '',
  photos: [],
  booking: null,
  at: '2026-12-01T10:00:00.000Z',
  isRemoved: false,
})
const seqs = (messages: readonly Message[]) => messages.map(({ seq }) => seq)

test('messages are deduplicated and sorted, in whatever order and however often they arrive', () => {
  const pieces = fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 12 }), { maxLength: 12 })
  fc.assert(
    fc.property(pieces, (all) => {
      let known: Message[] = []
      for (const piece of all)
        known = mergeMessages(
          known,
          piece.map((seq) => message(seq)),
        )
      expect(seqs(known)).toEqual([...new Set(all.flat())].sort((a, b) => a - b))
    }),
  )
})

test('after a gap, loading resumes from the last message before it', () => {
  expect(lastWithoutGap([])).toBe(0)
  expect(lastWithoutGap([4, 5, 6].map((seq) => message(seq)))).toBe(6)
  expect(lastWithoutGap([4, 5, 7, 8].map((seq) => message(seq)))).toBe(5)
})

test('a message that arrived although its response was lost is not shown twice', () => {
  const unsent = ['a', 'b'].map((clientId) => ({
    clientId,
    conversationId: 'c',
    text: '',
    photos: [],
    at: '',
    failed: null,
  }))
  expect(notArrived(unsent, [message(1, 'a'), message(2)]).map(({ clientId }) => clientId)).toEqual(['b'])
})
