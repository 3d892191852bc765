import type pg from 'pg'

/** What is the same, or the same as nothing, during the whole founding. */
const constant = /^select [^()]+ from "(setting|holiday_period)" /
/** Rows that stay as they are once they are there (of a sitter: all but the figures), and locks held to the end. */
const lasting = [
  /^select [^()]+ from "(sitter_service|booking_unit)" /,
  /^select "sitter"\.\*, "place"\."name" as "place_name", .+ where "sitter"\."id" = \$1$/,
  /^select .+ from "booking_pet" inner join "pet" /,
  /^select \* from "pet" where "id" in .+ for key share$/,
  /^select "id" from "(sitter|account)" where "id" = \$1 for (no key update|share)$/,
  /^select "booking"."owner_id", "booking"."sitter_id", "sitter"."account_id" as "sitter_account_id" from /,
]
const isTransactionControl = /^(begin|start transaction|commit|rollback)/i

type Ask = (query: pg.QueryConfig) => Promise<pg.QueryResult>

/**
 * Founding asks the same few hundred statements some 300,000 times: they are prepared once for each connection, and what
 * lasts is remembered until the transaction ends.
 */
export function quicken(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as Ask
  const names = new Map<string, { name: string; isConstant: boolean; lasts: boolean }>()
  const remembered = new Map<string, pg.QueryResult>()
  const statementOf = (text: string) => {
    const known = names.get(text)
    if (known) return known
    const isConstant = constant.test(text)
    const lasts = isConstant || lasting.some((pattern) => pattern.test(text))
    const statement = { name: `statement ${names.size}`, isConstant, lasts }
    names.set(text, statement)
    return statement
  }
  const query = async (text: string, values: unknown[] = []): Promise<pg.QueryResult> => {
    const { name, isConstant, lasts } = statementOf(text)
    if (isTransactionControl.test(text)) remembered.clear()
    if (!lasts) return ask({ name, text, values: [...values] })
    const key = `${name} ${JSON.stringify(values)}`
    const before = remembered.get(key)
    if (before) return { ...before, rows: before.rows.map((row: object) => ({ ...row })) }
    const result = await ask({ name, text, values: [...values] })
    if (isConstant || result.rows.length > 0) remembered.set(key, result)
    return { ...result, rows: result.rows.map((row: object) => ({ ...row })) }
  }
  client.query = query as typeof client.query
}
