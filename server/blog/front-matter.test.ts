import { expect, test } from 'vitest'
import { readFrontMatter } from '#server/blog/front-matter.ts'

test('the lines between the dashes are fields, the rest is the text', () => {
  expect(readFrontMatter('---\ntitle: A title\ntags: [dogs, owners]\n---\n\n## Text\n')).toEqual({
    fields: { title: 'A title', tags: ['dogs', 'owners'] },
    body: '\n## Text\n',
  })
})

test('a text without fields is all text, dashes and all', () => {
  expect(readFrontMatter('Text\n\n---\n\nMore')).toEqual({ fields: {}, body: 'Text\n\n---\n\nMore' })
  expect(readFrontMatter('')).toEqual({ fields: {}, body: '' })
})

test.each([
  ['title: Rex: a dog', 'Rex: a dog'],
  ['title: "Quoted: [not a list]"', 'Quoted: [not a list]'],
  ["title: 'Single'", 'Single'],
  ['title: It\'s "fine"', 'It\'s "fine"'],
  ['title: 1.0', '1.0'],
  ['title: true', 'true'],
  ['title:', ''],
  ['title:   spaced   ', 'spaced'],
  ['title: []', []],
  ['title: [one]', ['one']],
  ['title: [ one , "two" ,, ]', ['one', 'two']],
])('%s is read as it is written', (line, value) => {
  expect(readFrontMatter(`---\n${line}\n---\n`).fields).toEqual({ title: value })
})

test('empty lines, comments, Windows line ends and a byte order mark do not matter', () => {
  expect(readFrontMatter('\uFEFF---\r\n# by hand\r\n\r\ntitle: A\r\n---\r\nText\r\n')).toEqual({
    fields: { title: 'A' },
    body: 'Text\n',
  })
})

test.each([
  ['---\ntitle: A\n', 'The front matter has no closing ---'],
  ['---\ntitle A\n---\n', 'Line 2 of the front matter is not "key: value": title A'],
  ['---\na: 1\n  - b\n---\n', 'Line 3 of the front matter is not "key: value":   - b'],
  ['---\na: 1\na: 2\n---\n', 'The front matter has "a" twice'],
])('the mistake in %j is named', (source, message) => {
  expect(() => readFrontMatter(source)).toThrow(message)
})
