import { z } from 'zod'

/** Where a page of conversations ended: the moment of the last one, and its id. */
export const Position = z.tuple([z.iso.datetime(), z.uuid()])
