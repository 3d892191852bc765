// The measured process of `bench/bookings.ts`: the whole API over HTTP, with as many connections as the product has.
import { serveTown } from './town.ts'

const town = await serveTown(process.argv[2]!, 16)
process.on('disconnect', () => void town.close())
process.send!({ url: town.url })
