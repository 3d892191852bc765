import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/endpoints.ts'
import { hotRoute, invoke, invokeForText } from '#server/kernel/http/http.ts'
import { compileSerializer } from '#server/kernel/http/serializer.ts'
import { testDeps, unreachableDb } from '#test/build.ts'

const Schema = z.record(z.string(), z.unknown())
type Schema = z.infer<typeof Schema>
const of = (value: unknown): Schema => Schema.parse(value)
const namesIn = (value: unknown): string[] => z.array(z.string()).parse(value)

const secret = 'what nobody may read'
const secretKey = 'passwordHash'
/** Adds a member that exists in a row but in no schema. */
const withSecret = <T extends object>(value: T) => ({ ...value, [secretKey]: secret })
const withoutSecrets = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one: unknown) => (key === secretKey ? undefined : one)))

const days = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2090-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const formats: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid({ version: 7 }),
  date: days.map((day) => day.slice(0, 10)),
  'date-time': days,
  email: fc.constant('sam@example.org'),
  uri: fc.webUrl(),
}
const odd = fc.constantFrom('', 'é"\\', '</script>', '💛', '12', 'null')

function strings({ format, pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (typeof format === 'string' && formats[format]) return formats[format]
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'))
  const most = Math.min(Number(maxLength), Number(minLength) + 20)
  // Input is trimmed, so generated texts are, too.
  const any = fc.string({ minLength: Number(minLength), maxLength: most }).map((text) => text.trim())
  return Number(minLength) > 0 ? any : fc.oneof(any, odd)
}

/** Generates values of the schema whose objects each have a surplus member. */
function values(schema: Schema, root: Schema = schema, depth = 0): fc.Arbitrary<unknown> {
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (typeof schema['$ref'] === 'string') return referenced(schema['$ref'], root, depth)
  if (Array.isArray(choices)) return fc.oneof(...choices.map((choice) => values(of(choice), root, depth)))
  const types = schema['type']
  if (Array.isArray(types))
    return fc.oneof(...types.map((type) => values({ ...schema, type: type as unknown }, root, depth)))
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum'])
  return valuesOfType(schema, root, depth)
}

function referenced(path: string, root: Schema, depth: number): fc.Arbitrary<unknown> {
  const [part, name] = path.split('/').slice(1)
  if (depth > 2) return fc.constant(null)
  return values(name ? of(of(root[part!])[name]) : root, root, depth + 1)
}

function valuesOfType(schema: Schema, root: Schema, depth: number): fc.Arbitrary<unknown> {
  switch (schema['type']) {
    case 'string':
      return strings(schema)
    case 'integer':
    case 'number':
      return numbers(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return arrays(schema, root, depth)
    case 'object':
      return objects(schema, root, depth)
    default:
      return fc.constantFrom(1, 'text', true)
  }
}

function numbers(schema: Schema): fc.Arbitrary<number> {
  const { minimum = -1_000_000, maximum = 1_000_000 } = schema
  const exclusive = schema['exclusiveMinimum']
  const min = Math.max(Number(minimum), typeof exclusive === 'number' ? exclusive + 1 : -1_000_000)
  const max = Math.min(Number(maximum), 1_000_000)
  if (schema['type'] === 'integer')
    return fc.integer({ min: Math.ceil(min), max: Math.floor(Math.max(min, max)) })
  return fc.double({ min, max, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value))
}

function arrays(
  { items, minItems = 0, maxItems = 3 }: Schema,
  root: Schema,
  depth: number,
): fc.Arbitrary<unknown> {
  if (Array.isArray(items)) return fc.tuple(...items.map((item) => values(of(item), root, depth)))
  const minLength = Number(minItems)
  return fc.array(values(of(items ?? {}), root, depth), {
    minLength,
    maxLength: Math.max(minLength, Math.min(Number(maxItems), 3)),
  })
}

/** Generates values; a time zone is a rule that a JSON schema cannot express. */
const valuesOf = (name: string, ...rest: Parameters<typeof values>): fc.Arbitrary<unknown> =>
  /timezone$/i.test(name) ? fc.constant('Europe/Lisbon') : values(...rest)

function objects(schema: Schema, root: Schema, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties: others, propertyNames } = schema
  const codes = propertyNames ? of(propertyNames)['enum'] : undefined
  const isTable = typeof others === 'object' && others !== null
  if (isTable && !Array.isArray(codes)) {
    const names = propertyNames ? strings(of(propertyNames)) : fc.string()
    // Zod omits this name, because it would set the prototype of the result.
    const safeNames = names.filter((name) => name !== '__proto__')
    return fc.dictionary(safeNames, values(of(others), root, depth), { maxKeys: 3 })
  }
  const named = isTable
    ? Object.fromEntries(namesIn(codes).map((code) => [code, values(of(others), root, depth)]))
    : Object.fromEntries(
        Object.entries(of(properties)).map(([name, one]) => [name, valuesOf(name, of(one), root, depth)]),
      )
  const record = fc.record(named, { requiredKeys: namesIn(required) })
  return isTable ? record : record.map(withSecret)
}

const written = endpoints.filter(({ contentType, status }) => !contentType && status !== 204)

test.each(written.map((one) => [`${one.method} ${one.path}`, one.response] as const))(
  '%s is serialised as its schema would output it, without undeclared members',
  (_, shape) => {
    const write = compileSerializer(shape)
    let compared = 0
    const faults = new Set<string>()
    const schema = of(z.toJSONSchema(shape, { io: 'output', target: 'draft-7' }))
    fc.assert(
      fc.property(values(schema), (value) => {
        const allowed = shape.safeParse(withoutSecrets(value))
        // Some rules of a schema are not expressed in its JSON schema.
        if (!allowed.success) {
          for (const issue of allowed.error.issues) faults.add(`${issue.path.join('.')}: ${issue.message}`)
          return
        }
        compared++
        const text = write(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(allowed.data)))
        expect(text).not.toContain(secret)
      }),
      { numRuns: 60 },
    )
    expect(compared, [...faults].slice(0, 12).join('\n')).toBeGreaterThan(0)
  },
)

test('a required member that is missing from a row throws instead of being left out', () => {
  const write = compileSerializer(z.object({ id: z.string(), note: z.string().nullable() }))
  expect(() => write({ note: null })).toThrow('"id" is required!')
  expect(write({ id: 'a', note: null })).toBe('{"id":"a","note":null}')
})

test('a fractional number in an integer member is written unchanged', () => {
  expect(compileSerializer(z.object({ amount: z.int() }))({ amount: 1.5 })).toBe('{"amount":1.5}')
})

test('a column that is not in the schema is sent neither over HTTP nor in a page', async () => {
  const shape = z.object({ id: z.string(), pets: z.array(z.object({ name: z.string() })) })
  const definition = { method: 'GET', path: '/v1/x', access: 'public', summary: '', problems: [] } as const
  const row = withSecret({ id: 'a', pets: [withSecret({ name: 'Rex' })] })
  const hot = hotRoute({ ...definition, response: shape }, () => Promise.resolve(row))
  const request = { viewer: null, ip: '127.0.0.1' }
  const deps = { ...testDeps(unreachableDb()), now: () => new Date(0) }
  const { text } = await invokeForText(hot, deps, request)
  expect(text).toBe('{"id":"a","pets":[{"name":"Rex"}]}')
  expect((await invoke(hot, deps, request)).body).toEqual(JSON.parse(text!))
})
