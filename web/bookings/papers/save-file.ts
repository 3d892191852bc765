/** A busy browser may start to read the file long after the click. */
const revokeAfterMilliseconds = 60_000

/** Starts a browser download of a file from the API. */
export async function saveFile(read: () => Promise<unknown>, name: string, type: string): Promise<void> {
  const answer = await read()
  // A browser drops the byte order mark when it reads a text, and spreadsheets guess the encoding without it.
  const mark = type === 'text/csv' ? '\uFEFF' : ''
  const file = typeof answer === 'string' ? new Blob([mark, answer], { type }) : answer
  if (!(file instanceof Blob)) throw new TypeError('The response is not a file')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), revokeAfterMilliseconds)
}
