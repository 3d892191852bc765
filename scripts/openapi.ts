// Prints the contract as OpenAPI 3.1 into contract/openapi.json.
import { writeFileSync } from 'node:fs'
import { endpoints } from '#contract/endpoints.ts'
import { openApi } from '#server/docs/openapi.ts'

writeFileSync(
  new URL('../contract/openapi.json', import.meta.url),
  `${JSON.stringify(openApi(endpoints), null, 2)}\n`,
)
