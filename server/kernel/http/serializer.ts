import fastJson, { type Schema } from 'fast-json-stringify'
import { z } from 'zod'

type Json = { [key: string]: unknown }
export type Serializer = (value: unknown) => string

/**
 * Compiles a serialiser for a schema, several times as fast as validating and then serialising. Members that the schema
 * does not name are never written, and required ones must be present. Its other rules are not checked again.
 */
export const compileSerializer = (shape: z.ZodType): Serializer =>
  fastJson(asSchema(writable(z.toJSONSchema(shape, { io: 'output', target: 'draft-7' }), false)))

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `writable` keeps keywords of JSON Schema and adds `nullable`, which the library knows
const asSchema = (schema: Json): Schema => schema as unknown as Schema

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNull = (schema: Json) => schema['type'] === 'null'

/**
 * The keywords that determine how a value is written. The others validate values and are only needed to choose between
 * several schemas.
 */
const structuralKeywords = ['type', 'required', 'nullable', '$ref']

function writable(schema: unknown, isChoice: boolean): Json {
  if (!isJson(schema)) return {}
  const choices = choicesOf(schema)
  const only = onlyBesideNull(choices)
  if (only) return { ...writable(only, isChoice), nullable: true }
  const rules = isChoice ? Object.keys(schema) : structuralKeywords
  const result: Json = Object.fromEntries(
    rules.filter((key) => key in schema).map((key) => [key, schema[key]]),
  )
  // A number is written unchanged, never truncated to an integer.
  if (schema['type'] === 'integer' && !isChoice) result['type'] = 'number'
  if (choices) {
    delete result['oneOf']
    result['anyOf'] = choices.map((choice) => writable(choice, true))
  }
  const items = itemsOf(schema, isChoice)
  if (items) result['items'] = items
  if (schema['type'] === 'object') Object.assign(result, members(schema, isChoice))
  for (const name of ['definitions', '$defs'])
    if (isJson(schema[name])) result[name] = each(schema[name], isChoice)
  return result
}

const choicesOf = (schema: Json): Json[] | undefined => {
  const choices = schema['anyOf'] ?? schema['oneOf']
  return Array.isArray(choices) ? choices.filter(isJson) : undefined
}

/** Returns the schema of a nullable value, which needs no choice. */
function onlyBesideNull(choices: Json[] = []): Json | undefined {
  const real = choices.filter((choice) => !isNull(choice))
  return choices.length === 2 && real.length === 1 ? real[0] : undefined
}

/** The items of a list have one schema, those of a tuple one each. */
function itemsOf({ items }: Json, isChoice: boolean): Json | Json[] | undefined {
  if (Array.isArray(items)) return items.map((item) => writable(item, isChoice))
  return isJson(items) ? writable(items, isChoice) : undefined
}

const each = (schemas: Json, isChoice: boolean): Json =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, writable(schema, isChoice)]))

/** A record keyed by codes has these codes as its members, and an object has no members other than its own. */
function members({ properties, propertyNames, additionalProperties: others }: Json, isChoice: boolean): Json {
  const codes = isJson(propertyNames) ? propertyNames['enum'] : undefined
  if (isJson(others) && Array.isArray(codes))
    return {
      propertyNames: undefined,
      additionalProperties: undefined,
      properties: each(Object.fromEntries(codes.map((code: unknown) => [code, others])), isChoice),
    }
  return {
    additionalProperties: isJson(others) ? writable(others, isChoice) : undefined,
    ...(isJson(properties) ? { properties: each(properties, isChoice) } : {}),
  }
}
