import { z } from 'zod'

/** The cursor position in a list of conversations: the time of the last one, and its id. */
export const Position = z.tuple([z.iso.datetime(), z.uuid()])
