import {
  data,
  UNSAFE_decodeViaTurboStream as decode,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
} from 'react-router'
import { expect, test } from 'vitest'
import { encodeData } from '#web/layout/encode-data.ts'

/** Decodes as the router does in the browser. */
async function decoded(text: string): Promise<unknown> {
  const { value, done } = await decode(new Response(text).body!, globalThis.window ?? globalThis)
  await done
  return value
}

test('the router decodes what was encoded', async () => {
  const card = { name: 'Sam', rating: 4.5, badges: ['trusted', 'trusted'], place: null }
  const all = {
    loaderData: {
      root: { nonce: undefined, counts: [0, -1, 1e21, 0.1], flags: [true, false, true], none: {}, list: [] },
      'search/search-page': { cards: [card, card, { ...card, name: '4.5' }], keys: { name: 'name', 1: 1 } },
    },
    actionData: null,
    errors: null,
  }
  expect(await decoded(encodeData(all))).toEqual(all)
})

test.each([
  'Sam’s <b>home</b>',
  '</script><!--<script>',
  'a "quoted" \\ line\n\t\u0000\u001f\u2028\u2029',
  '🐕 and half \ud83d',
  '',
])('the text %j arrives unchanged, without a "<" on the way', async (text) => {
  const encoded = encodeData({ [text]: text })
  expect(encoded).not.toContain('<')
  expect(await decoded(encoded)).toEqual({ [text]: text })
})

test('an error arrives as what the router expects', async () => {
  const notFound = new ErrorResponse(404, 'Not Found', { reason: 'gone' })
  const failed = new TypeError('Unexpected Server Error')
  delete failed.stack
  const errors = { page: notFound, root: failed }
  expect(await decoded(encodeData({ errors }))).toEqual({ errors })
})

test.each([[new Date(0)], [new Map()], [Promise.resolve()], [() => 1], [10n], [Number.NaN], [data(1)]])(
  'what cannot be sent as JSON is refused: %s',
  (value) => {
    expect(() => encodeData({ value })).toThrow('to the browser')
  },
)
