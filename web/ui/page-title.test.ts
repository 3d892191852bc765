// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { markTitle } from '#web/ui/page-title.ts'

test('marks of a title stand once each and in one order, whoever sets them first', () => {
  document.title = 'New pet'
  markTitle({ unread: '1' })
  expect(document.title).toBe('(1) New pet')
  markTitle({ error: true })
  markTitle({ unread: '1' })
  expect(document.title).toBe('Error: (1) New pet')
  markTitle({ unread: '99+' })
  expect(document.title).toBe('Error: (99+) New pet')
  markTitle({ error: false })
  markTitle({ unread: null })
  expect(document.title).toBe('New pet')
})
