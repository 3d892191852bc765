// The measured process that `bench/served.ts` starts.
import { serveTown } from './town.ts'

const town = await serveTown(process.argv[2]!, 16)
process.on('disconnect', () => void town.close())
process.send!({ url: town.url })
