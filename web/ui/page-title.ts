const marks = /^(?:\(\d+\+?\) |Error: )+/

/**
 * Sets or removes one mark before the title of the page. Both marks are read from the title and written in one order,
 * so that two parts of a page that mark it do not repeat each other's mark.
 */
export function markTitle(mark: { error?: boolean; unread?: string | null }): void {
  const before = marks.exec(document.title)?.[0] ?? ''
  const unread = mark.unread === undefined ? (/\((\d+\+?)\)/.exec(before)?.[1] ?? null) : mark.unread
  const error = mark.error ?? before.includes('Error: ')
  const plain = document.title.slice(before.length)
  const title = `${error ? 'Error: ' : ''}${unread === null ? '' : `(${unread}) `}${plain}`
  if (document.title !== title) document.title = title
}
