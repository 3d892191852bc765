export type Frame = { id: string | null; event: string; data: string }

/**
 * Parses server-sent events from text chunks that may end anywhere. An incomplete event is buffered until the next
 * chunk.
 */
export function frameReader(): (piece: string) => Frame[] {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop()!
    return blocks.flatMap((block) => {
      const frame = readBlock(block)
      return frame ? [frame] : []
    })
  }
}

/** Returns null for a block that has only comments. */
function readBlock(block: string): Frame | null {
  const frame: Frame = { id: null, event: 'message', data: '' }
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? []
    if (name === 'id') frame.id = value
    if (name === 'event') frame.event = value
    if (name === 'data') data.push(value)
  }
  return data.length > 0 ? { ...frame, data: data.join('\n') } : null
}
