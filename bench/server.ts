// The measured process that `bench/served.ts` starts.
import { requestConnections } from '#server/kernel/db/db.ts'
import { serveTown } from './town.ts'

const town = await serveTown(process.argv[2]!, requestConnections)
process.on('disconnect', () => void town.close())
process.send!({ url: town.url })
