// Operator commands for people and keys; `help` lists them.
import { runOperator } from './operator-run.ts'

process.exitCode = await runOperator(process.argv.slice(2), {
  environment: process.env,
  printResult: (line) => console.log(line),
  printStatus: (line) => console.error(line),
})
