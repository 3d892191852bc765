// The measured process of `bench/live.ts`: the product's API over a database.
import { serveDatabase } from './fixture.ts'

const served = await serveDatabase(process.argv[2]!, 16)
console.log(served.url)
process.on('disconnect', () => void served.close().then(() => process.exit(0)))
