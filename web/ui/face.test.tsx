// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Face } from '#web/ui/face.tsx'

const initialsOf = (name: string) =>
  render(<Face name={name} face={{ photo: null, tint: 0 }} />).container.textContent

test.each([
  ['Olga Nunes', 'ON'],
  ['Olga N.', 'ON'],
  ['Inês de Sá Carvalho', 'IC'],
  ['Sam', 'S'],
  ['Åsa Öberg', 'ÅÖ'],
  ['Łukasz (Luke)', 'Ł'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('a photo takes the place of the initials, in the width that the size needs', () => {
  const sizes = [160, 320].map((width) => ({ width, url: `/files/0a/${width}.webp` }))
  const { container } = render(<Face name="Sam S." face={{ photo: { sizes }, tint: 0 }} size="large" />)
  expect(container.textContent).toBe('')
  const picture = container.querySelector('img')
  expect(picture?.getAttribute('srcset')).toBe('/files/0a/160.webp 160w,/files/0a/320.webp 320w')
  expect(picture?.getAttribute('sizes')).toBe('80px')
  expect(picture?.getAttribute('alt')).toBe('')
})
