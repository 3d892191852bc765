// The measured process that `bench/served.ts` starts.
import { requestConnections } from '#server/kernel/db/db.ts'
import { serveDatabase } from './fixture.ts'

const served = await serveDatabase(process.argv[2]!, requestConnections)
process.on('disconnect', () => void served.close())
process.send!({ url: served.url })
