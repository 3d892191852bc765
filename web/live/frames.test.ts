import { expect, test } from 'vitest'
import { frameReader } from '#web/live/frames.ts'

const stream =
  ': here\n\nid: 7\nevent: message\ndata: {"conversationId":"a"}\n\n: beat\n\nevent: end\ndata: {"why":"token"}\n\n'
const frames = [
  { id: '7', event: 'message', data: '{"conversationId":"a"}' },
  { id: null, event: 'end', data: '{"why":"token"}' },
]

test('frames are read out of a stream, comments are not', () => {
  expect(frameReader()(stream)).toEqual(frames)
})

test('wherever the pieces end, the frames are the same', () => {
  for (let at = 0; at <= stream.length; at++) {
    const read = frameReader()
    expect([...read(stream.slice(0, at)), ...read(stream.slice(at))]).toEqual(frames)
  }
})

test('half a frame is none', () => {
  expect(frameReader()('id: 7\nevent: message\ndata: {}\n')).toEqual([])
})
