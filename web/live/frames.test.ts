import { expect, test } from 'vitest'
import { frameReader } from '#web/live/frames.ts'

const stream =
  ': here\n\nid: 7\nevent: message\ndata: {"conversationId":"a"}\n\n: beat\n\nevent: end\ndata: {"why":"token"}\n\n'
const frames = [
  { id: '7', event: 'message', data: '{"conversationId":"a"}' },
  { id: null, event: 'end', data: '{"why":"token"}' },
]

test('frames are parsed from a stream and comments are ignored', () => {
  expect(frameReader()(stream)).toEqual(frames)
})

test('the frames are the same wherever the stream is split into two chunks', () => {
  for (let at = 0; at <= stream.length; at++) {
    const read = frameReader()
    expect([...read(stream.slice(0, at)), ...read(stream.slice(at))]).toEqual(frames)
  }
})

test('an incomplete frame is not emitted', () => {
  expect(frameReader()('id: 7\nevent: message\ndata: {}\n')).toEqual([])
})
