import { expect, test } from 'vitest'
import { fillText, firstHeading, renderMarkdown, renderPieces } from '#server/blog/markdown.ts'

test('tables and emphasis are rendered as HTML, and headings get unique ids', () => {
  expect(renderMarkdown('## The fee\n\n| a | b |\n|---|---|\n| 1 | *2* |')).toBe(
    '<h2 id="the-fee">The fee</h2>\n<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n' +
      '<tbody>\n<tr>\n<td>1</td>\n<td><em>2</em></td>\n</tr>\n</tbody>\n</table>',
  )
  expect(renderMarkdown('## Ça va?\n\n## Ça va?\n\n## ?')).toBe(
    '<h2 id="ca-va">Ça va?</h2>\n<h2 id="ca-va-2">Ça va?</h2>\n<h2 id="part">?</h2>',
  )
})

test('pictures keep the size that their address ends in, and load late', () => {
  expect(renderMarkdown('![A dog](/photos/x/1280.webp#1280x960)')).toBe(
    '<p><img src="/photos/x/1280.webp#1280x960" alt="A dog" loading="lazy" width="1280" height="960"></p>',
  )
  expect(renderMarkdown('![A dog](/x.png)')).toBe('<p><img src="/x.png" alt="A dog" loading="lazy"></p>')
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[click](javascript:alert(1))',
  '[click](data:text/html;base64,PHNjcmlwdD4=)',
  '![x](javascript:alert(1))',
  '<a href="java&#115;cript:alert(1)">x</a>',
  '<iframe src="https://example.org"></iframe>',
  '<svg onload=alert(1)>',
  '<style>*{display:none}</style>',
])('%s is sanitised', (source) => {
  expect(renderMarkdown(source)).not.toMatch(
    /script:|data:|<(script|img src=x|iframe|svg|style)|onerror|onload/i,
  )
})

test('placeholder values are escaped, and email addresses and URLs become links', () => {
  const values = {
    'operator.name': 'Paws & <b>Sons</b> *Ltd* [x](y)',
    'operator.email': 'hello@example.org',
    'site.url': 'https://example.org',
  }
  expect(renderMarkdown('By **{{operator.name}}**, {{operator.email}} at {{site.url}}.', values)).toBe(
    '<p>By <strong>Paws &#x26; &#x3C;b>Sons&#x3C;/b> *Ltd* [x](y)</strong>, ' +
      '<a href="mailto:hello@example.org">hello@example.org</a> at ' +
      '<a href="https://example.org">https://example.org</a>.</p>',
  )
  expect(fillText('Terms of {{operator.name}}', values)).toBe('Terms of Paws & <b>Sons</b> *Ltd* [x](y)')
})

test('an operator without a name is described, with a capital only where a sentence begins', () => {
  const described = { 'operator.name': 'The operator of this site' }
  expect(renderMarkdown('It is run by {{operator.name}}. {{operator.name}} answers.', described)).toBe(
    '<p>It is run by the operator of this site. The operator of this site answers.</p>',
  )
  expect(fillText('When {{operator.name}} cancels', described)).toBe('When the operator of this site cancels')
})

test('each checkbox of a task list is named by its own text', () => {
  const html = renderMarkdown('- [x] Pack the *lead*\n  - [ ] And a spare\n- [ ] Food\n\n  for two days')
  expect(
    [...html.matchAll(/<input[^>]*aria-label="([^"]*)"/g)].map(([, label]) => label?.replace(/\s+/g, ' ')),
  ).toEqual(['Pack the lead', 'And a spare', 'Food for two days'])
})

test('an unknown placeholder throws an error instead of rendering as empty text', () => {
  expect(() => renderMarkdown('{{operator.nmae}}', {})).toThrow('{{operator.nmae}}')
  expect(() => fillText('{{operator.nmae}}', {})).toThrow('{{operator.nmae}}')
})

test('a text is split into pieces at its {{live:…}} markers', () => {
  expect(renderPieces('One\n\n{{live:fees}}\n\nTwo\n{{live:clocks}}\n', {})).toEqual([
    { html: '<p>One</p>' },
    { live: 'fees' },
    { html: '<p>Two</p>' },
    { live: 'clocks' },
  ])
  expect(renderPieces('{{live:fees}}', {})).toEqual([{ live: 'fees' }])
})

test('firstHeading returns the first heading, or undefined if there is none', () => {
  expect(firstHeading('\n## From search to sofa\n\ntext')).toBe('From search to sofa')
  expect(firstHeading('no heading')).toBeUndefined()
})
