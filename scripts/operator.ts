// What the operator does to people and keys from the command line; `npm run operator -- help` lists it.
import { runOperator } from './operator-run.ts'

process.exitCode = await runOperator(process.argv.slice(2), {
  environment: process.env,
  answer: (line) => console.log(line),
  say: (line) => console.error(line),
})
