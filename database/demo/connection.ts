import type pg from 'pg'

/** Queries whose result does not change while the demo town is created; an empty result is cached too. */
const constantPattern = /^select [^()]+ from "(setting|holiday_period)" /
/**
 * Queries for rows that do not change once they exist (of a sitter: except the figures), and for locks held until the
 * end of the transaction.
 */
const cacheablePatterns = [
  /^select [^()]+ from "(sitter_service|booking_unit)" /,
  /^select "sitter"\.\*, "place"\."name" as "place_name", .+ where "sitter"\."id" = \$1$/,
  /^select .+ from "booking_pet" inner join "pet" /,
  /^select \* from "pet" where "id" in .+ for key share$/,
  /^select "id" from "(sitter|account)" where "id" = \$1 for (no key update|share)$/,
  /^select "booking"."owner_id", "booking"."sitter_id", "sitter"."account_id" as "sitter_account_id" from /,
]
const isTransactionControl = /^(begin|start transaction|commit|rollback)/i

type RunQuery = (query: pg.QueryConfig) => Promise<pg.QueryResult>

/**
 * Creating the demo town sends the same few hundred statements some 300,000 times. They are prepared once per
 * connection, and results that cannot change are cached until the transaction ends.
 */
export function cacheQueries(client: pg.PoolClient): void {
  const runQuery: RunQuery = client.query.bind(client)
  const names = new Map<string, { name: string; isConstant: boolean; lasts: boolean }>()
  const cache = new Map<string, pg.QueryResult>()
  const statementOf = (text: string) => {
    const known = names.get(text)
    if (known) return known
    const isConstant = constantPattern.test(text)
    const lasts = isConstant || cacheablePatterns.some((pattern) => pattern.test(text))
    const statement = { name: `statement ${names.size}`, isConstant, lasts }
    names.set(text, statement)
    return statement
  }
  const query = async (text: string, values: unknown[] = []): Promise<pg.QueryResult> => {
    const { name, isConstant, lasts } = statementOf(text)
    if (isTransactionControl.test(text)) cache.clear()
    if (!lasts) return runQuery({ name, text, values: [...values] })
    const key = `${name} ${JSON.stringify(values)}`
    const cached = cache.get(key)
    if (cached) return { ...cached, rows: cached.rows.map((row: object) => ({ ...row })) }
    const result = await runQuery({ name, text, values: [...values] })
    if (isConstant || result.rows.length > 0) cache.set(key, result)
    return { ...result, rows: result.rows.map((row: object) => ({ ...row })) }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Kysely calls only this one of the overloads
  client.query = query as typeof client.query
}
