import { expect, test } from 'vitest'
import { readFrontMatter } from '#server/blog/front-matter.ts'

test('lines between the --- markers are parsed as fields and the rest as the body', () => {
  expect(readFrontMatter('---\ntitle: A title\ntags: [dogs, owners]\n---\n\n## Text\n')).toEqual({
    fields: { title: 'A title', tags: ['dogs', 'owners'] },
    body: '\n## Text\n',
  })
})

test('a text without front matter is returned unchanged as the body, including any ---', () => {
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
])('%s is parsed as a plain string or a list of strings', (line, value) => {
  expect(readFrontMatter(`---\n${line}\n---\n`).fields).toEqual({ title: value })
})

test('blank lines, comments and a byte order mark are ignored, and CRLF becomes LF', () => {
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
])('the invalid front matter %j throws an error that names the mistake', (source, message) => {
  expect(() => readFrontMatter(source)).toThrow(message)
})
