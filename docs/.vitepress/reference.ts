// Renders the API reference as Markdown, from the OpenAPI document and what it cannot state about access.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Access } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { problems } from '#contract/problem.ts'
import { isPermission, permissions } from '#contract/staff/codes.ts'
import { anchorOf } from './pages.ts'

type Shape = {
  $ref?: string | undefined
  type?: string | string[] | undefined
  format?: string | undefined
  pattern?: string | undefined
  const?: unknown
  enum?: unknown[] | undefined
  default?: unknown
  anyOf?: Shape[] | undefined
  oneOf?: Shape[] | undefined
  items?: Shape | undefined
  properties?: Record<string, Shape> | undefined
  required?: string[] | undefined
  additionalProperties?: boolean | Shape | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  minItems?: number | undefined
  maxItems?: number | undefined
}

const Shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    default: z.unknown().optional(),
    anyOf: z.array(Shape).optional(),
    oneOf: z.array(Shape).optional(),
    items: Shape.optional(),
    properties: z.record(z.string(), Shape).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), Shape]).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
  }),
)

const Content = z.record(z.string(), z.object({ schema: Shape }))
const Operation = z.object({
  summary: z.string(),
  tags: z.tuple([z.string()]),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: Shape })),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ content: Content })),
})
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), Shape) }),
})

type Operation = z.output<typeof Operation> & { method: string; path: string }

export type ReferencePage = {
  /** The last part of the page's address. */
  tag: string
  content: string
  /** The heading and the text of each section, for the search index. */
  sections: { title: string; anchor: string; text: string }[]
}

const who = { public: 'everybody', token: 'signed-in people', account: 'account holders' }

/** Describes who may call an endpoint. For an endpoint of the desk, lists the roles. */
const callersOf = (access: Access): string =>
  isPermission(access) ? `the roles ${permissions[access].join(', ')}` : who[access]

/** The shape of any JSON value, which has no name in the contract. */
const isJson = (ref: string): boolean => /\b__schema/.test(ref)

const shapeLink = (ref: string): string => {
  const name = ref.slice(ref.lastIndexOf('/') + 1)
  return `[${name}](/api/shapes.md#${anchorOf(name)})`
}

const code = (value: unknown): string => `\`${JSON.stringify(value)}\``
/** A pipe would end the cell of a table. */
const cell = (text: string): string => text.replaceAll('|', String.raw`\|`)

const variantsOf = ({ anyOf, oneOf }: Shape): Shape[] => anyOf ?? oneOf ?? []
const typesOf = ({ type }: Shape): string[] => (typeof type === 'string' ? [type] : (type ?? []))

/** Names the type of a value in a few words. */
function typeOf(shape: Shape): string {
  if (shape.$ref) return isJson(shape.$ref) ? 'any JSON' : shapeLink(shape.$ref)
  if (shape.const !== undefined) return code(shape.const)
  if (shape.enum) return shape.enum.map(code).join(', ')
  const variants = variantsOf(shape)
  if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(' or ')
  if (shape.items) return `list of ${shape.items.properties ? 'objects' : typeOf(shape.items)}`
  if (typeof shape.additionalProperties === 'object')
    return `object whose values are ${typeOf(shape.additionalProperties)}`
  return typesOf(shape).join(' or ') || 'any JSON'
}

const safest = Number.MAX_SAFE_INTEGER
const rangeOf = (least: number | undefined, most: number | undefined, unit: string): string[] => {
  const from = least !== undefined && least > -safest ? least : undefined
  const to = most !== undefined && most < safest ? most : undefined
  if (from !== undefined && to !== undefined) return [`${from} to ${to}${unit}`]
  if (from !== undefined) return [`at least ${from}${unit}`]
  return to === undefined ? [] : [`at most ${to}${unit}`]
}

function limitsOf(shape: Shape): string[] {
  const { format, pattern, minimum, maximum, minLength, maxLength, minItems, maxItems } = shape
  return [
    ...(format ? [format] : pattern ? [`matches \`${pattern}\``] : []),
    ...rangeOf(minimum, maximum, ''),
    ...rangeOf(minLength, maxLength, ' characters'),
    ...rangeOf(minItems, maxItems, minItems === 1 && maxItems === undefined ? ' entry' : ' entries'),
    ...(shape.default === undefined ? [] : [`${code(shape.default)} if left out`]),
  ]
}

/** In what is sent, a field that must be there is called required. */
const asSent = (tables: string): string => tables.replaceAll('| Always there |', '| Required |')

type Row = { name: string; type: string; isRequired: boolean; limits: string[] }

/** The fields of an object, with those of objects inside it under their path. */
function rowsOf(shape: Shape, path = ''): Row[] {
  const { properties = {}, required = [] } = shape
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = `${path}${key}`
    const row = { name, type: typeOf(field), isRequired: required.includes(key), limits: limitsOf(field) }
    return [row, ...innerRows(field, name)]
  })
}

function innerRows(shape: Shape, name: string): Row[] {
  if (shape.items) return innerRows(shape.items, `${name}[]`)
  if (shape.properties) return rowsOf(shape, `${name}.`)
  return variantsOf(shape).flatMap((variant) => innerRows(variant, name))
}

function table(rows: Row[]): string {
  if (rows.length === 0) return ''
  const lines = rows.map(
    ({ name, type, isRequired, limits }) =>
      `| \`${name}\` | ${cell(type)} | ${isRequired ? 'yes' : 'no'} | ${cell(limits.join('; '))} |`,
  )
  return ['| Field | Type | Always there | Limits |', '|---|---|---|---|', ...lines].join('\n')
}

/** The constants by which the variants of a union differ, such as the event of a booking step. */
const constantsOf = ({ properties = {} }: Shape): string =>
  Object.entries(properties)
    .filter(([, { const: value }]) => value !== undefined)
    .map(([key, { const: value }]) => `\`${key}\` is ${code(value)}`)
    .join(' and ')

/** Describes a body: a link, a table, or a table for each variant. */
function describe(shape: Shape): string {
  const inner = shape.items ?? shape
  const intro = shape.items && inner.properties ? 'A list of objects.\n\n' : ''
  const variants = variantsOf(inner).filter(({ properties }) => properties)
  if (variants.length > 1)
    return variants
      .map(
        (variant, index) =>
          `**If ${constantsOf(variant) || `variant ${index + 1}`}:**\n\n${table(rowsOf(variant))}`,
      )
      .join('\n\n')
  if (inner.properties)
    return Object.keys(inner.properties).length > 0 ? `${intro}${table(rowsOf(inner))}` : 'An empty object.'
  return [typeOf(shape), ...limitsOf(shape)].join('; ') + '.'
}

const bodyOf = (content: z.output<typeof Content>): string =>
  Object.entries(content)
    .map(([type, { schema }]) =>
      type === 'application/json' ? describe(schema) : `Bytes of the type \`${type}\`.`,
    )
    .join('\n\n')

const headingOf = ({ method, path }: Operation): string => `${method} ${path}`

/** The access and problems of an operation, which the document states only in prose. */
const endpointOf = ({ method, path }: Operation) => {
  const found = endpoints.find(
    (one) => one.method === method && one.path.replaceAll(/:(\w+)/g, '{$1}') === path,
  )
  if (!found)
    throw new Error(`contract/openapi.json has an operation that the contract lacks: ${method} ${path}`)
  return found
}

const problemLine = (name: keyof typeof problems): string =>
  `- ${problems[name][0]} [\`${name}\`](/problems/${name}.md): ${problems[name][1]}`

function operationText(operation: Operation): string {
  const { access, freshSignIn, problems: own } = endpointOf(operation)
  const { parameters, requestBody, responses } = operation
  const [status = '', done] = Object.entries(responses)[0] ?? []
  const fresh = freshSignIn ? ' The sign-in must be at most ten minutes old.' : ''
  const rows = parameters.map(({ name, in: place, required, schema }) => ({
    name,
    type: `${typeOf(schema)} (${place})`,
    isRequired: required,
    limits: limitsOf(schema),
  }))
  return [
    `## \`${headingOf(operation)}\``,
    `${operation.summary}.`,
    `May be called by ${callersOf(access)}.${fresh}`,
    ...(rows.length > 0 ? ['### Parameters', asSent(table(rows))] : []),
    ...(requestBody ? ['### Body', asSent(bodyOf(requestBody.content))] : []),
    `### Response ${status}`,
    done ? bodyOf(done.content) : '',
    ...(own.length > 0 ? ['### Problems', own.map(problemLine).join('\n')] : []),
  ].join('\n\n')
}

function tagPage(tag: string, operations: Operation[]): ReferencePage {
  const overview = operations.map(
    (one) =>
      `| [\`${headingOf(one)}\`](#${anchorOf(headingOf(one))}) | ${cell(one.summary)} | ${callersOf(endpointOf(one).access)} |`,
  )
  return {
    tag,
    content: [
      `# API: ${tag}`,
      ['| Call | What it does | Who |', '|---|---|---|', ...overview].join('\n'),
      ...operations.map(operationText),
    ].join('\n\n'),
    sections: operations.map((one) => ({
      title: headingOf(one),
      anchor: anchorOf(headingOf(one)),
      text: one.summary,
    })),
  }
}

function shapesPage(shapes: Record<string, Shape>): ReferencePage {
  const named = Object.entries(shapes).filter(([name]) => !isJson(name))
  return {
    tag: 'shapes',
    content: [
      '# API: shapes',
      'The named shapes of bodies and responses. A name that ends in `Input` is what you send, where it differs from what you get.',
      ...named.map(([name, shape]) => {
        const text = describe(shape)
        return `## ${name}\n\n${name.endsWith('Input') ? asSent(text) : text}`
      }),
    ].join('\n\n'),
    sections: named.map(([name, shape]) => ({
      title: name,
      anchor: anchorOf(name),
      text: Object.keys(shape.properties ?? {}).join(' '),
    })),
  }
}

/** Returns a page for each tag of the document, in alphabetical order, and one for the shapes. */
export function referencePages(file = 'contract/openapi.json'): ReferencePage[] {
  const { paths, components } = Document.parse(JSON.parse(readFileSync(file, 'utf8')))
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ ...one, path, method: method.toUpperCase() })),
  )
  const byTag = Map.groupBy(operations, ({ tags: [tag] }) => tag)
  return [
    ...[...byTag].sort(([a], [b]) => a.localeCompare(b, 'en')).map(([tag, some]) => tagPage(tag, some)),
    shapesPage(components.schemas),
  ]
}
