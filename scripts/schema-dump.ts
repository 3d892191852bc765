import pg from 'pg'

const sections = {
  tables: `
    select format(E'create table %I.%I (\\n%s\\n);', n.nspname, c.relname, string_agg(format('  %I %s%s%s', a.attname,
      format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' else '' end,
      coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')), E',\\n' order by a.attnum)) as sql
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind = 'r' and n.nspname = any($1) group by n.nspname, c.relname order by 1`,
  constraints: `
    select format('alter table %s add constraint %I %s;', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as sql
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace
    where n.nspname = any($1) and k.conrelid <> 0 and k.contype <> 'n' order by k.conrelid::regclass::text, k.conname`,
  indexes: `
    select pg_get_indexdef(i.indexrelid) || ';' as sql from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any($1) and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p','u','x'))
    order by 1`,
  // Up to version 15, PostgreSQL qualifies every column with its table, even if there is only one table.
  views: `
    select format(E'create view %I.%I as\\n%s', n.nspname, c.relname,
      case cardinality(source.names)
        when 1 then replace(pg_get_viewdef(c.oid), source.names[1] || '.', '')
        else pg_get_viewdef(c.oid) end) as sql
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join lateral (
      select array_agg(distinct read.relname::text) as names
      from pg_rewrite rule
      join pg_depend use on use.classid = 'pg_rewrite'::regclass and use.objid = rule.oid
      join pg_class read on use.refclassid = 'pg_class'::regclass and read.oid = use.refobjid
      where rule.ev_class = c.oid and read.oid <> c.oid
    ) as source
    where c.relkind = 'v' and n.nspname = any($1)
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`,
  functions: `
    select pg_get_functiondef(p.oid) || ';' as sql from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any($1) and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
  triggers: `
    select pg_get_triggerdef(t.oid) || ';' as sql from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace where n.nspname = any($1) and not t.tgisinternal order by 1`,
}

/** Dumps the migrated schema in a stable order, so that a diff shows the effect of a migration. */
export async function dumpSchema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const parts = ['-- The schema as the migrations leave it; written by `npm run db:types`.']
  for (const [title, query] of Object.entries(sections)) {
    const { rows } = await client.query<{ sql: string }>(query, [['public', 'identity']])
    parts.push(`-- ${title}`, ...rows.map((row) => row.sql))
  }
  await client.end()
  return `${parts.join('\n\n')}\n`
}
