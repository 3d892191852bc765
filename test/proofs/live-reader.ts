import { frameReader } from '#web/live/frames.ts'
import { z } from 'zod'

const Ids = z.record(z.string(), z.unknown())
export type StreamEvent = { seq: number; topic: string; ids: z.infer<typeof Ids> }

/** Reads an event stream as a browser does, until it ends or is cut. */
export async function readStream(
  url: string,
  authorization: string,
  {
    lastId,
    signal,
    onEvent,
  }: { lastId: number | null; signal: AbortSignal; onEvent: (event: StreamEvent) => void },
): Promise<void> {
  const answer = await fetch(`${url}/v1/events`, {
    headers: { authorization, ...(lastId === null ? {} : { 'last-event-id': `${lastId}` }) },
    signal,
  })
  if (!answer.ok || !answer.body) throw new Error(`The stream was refused: ${answer.status}`)
  const read = frameReader()
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream()))
    for (const { id, event, data } of read(piece))
      if (id !== null) onEvent({ seq: Number(id), topic: event, ids: Ids.parse(JSON.parse(data)) })
}
