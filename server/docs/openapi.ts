import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { shapes } from '#contract/endpoints.ts'
import { scopeOf, siteReadOf } from '#contract/keys/scopes.ts'
import { type ProblemCode, problems } from '#contract/problem.ts'
import { isPermission } from '#contract/staff/codes.ts'

const Json = z.record(z.string(), z.unknown())
type Json = z.output<typeof Json>
const Schema = z.looseObject({
  $schema: z.unknown().optional(),
  id: z.unknown().optional(),
  $defs: z.record(z.string(), Json).default({}),
})
const Parameters = z.object({
  properties: z.record(z.string(), Json).default({}),
  required: z.array(z.string()).default([]),
})

const shapeNames = z.registry<{ id: string }>()
for (const [name, schema] of shapes) shapeNames.add(schema, { id: name })

/** Named shapes are output once. A request may differ from a response, so its shape has a name of its own. */
const nameOf = (id: string, io: 'input' | 'output') =>
  io === 'output' || id.endsWith('Input') ? id : `${id}Input`

function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const options = { io, target: 'draft-2020-12', unrepresentable: 'any', metadata: shapeNames } as const
  const renamed = JSON.stringify(z.toJSONSchema(schema, options)).replaceAll(
    /"#\/\$defs\/(\w+)"/g,
    (_, id: string) => `"#/components/schemas/${nameOf(id, io)}"`,
  )
  const { $schema: _, $defs, id: __, ...rest } = Schema.parse(JSON.parse(renamed))
  for (const [id, shape] of Object.entries($defs)) {
    const { id: ___, ...plain } = shape
    components[nameOf(id, io)] = plain
  }
  return rest
}

const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query', components: Json): Json[] => {
  if (!schema) return []
  // A clone has no name in the document, so its fields are printed here and not as a reference to a named shape.
  const { properties, required } = Parameters.parse(schemaOf(schema.clone(schema.def), 'input', components))
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }))
}

/** No endpoint is reached by the keys of people and by those of the site. */
const anyScopeOf = (endpoint: Endpoint) => scopeOf(endpoint) ?? siteReadOf(endpoint)?.scope

const keyProblems = (endpoint: Endpoint) => {
  if (endpoint.access === 'public') return []
  return [
    'api-key-refused' as const,
    ...(anyScopeOf(endpoint) === undefined ? [] : ['api-key-scope-missing' as const]),
  ]
}

const commonProblems = (endpoint: Endpoint) => [
  ...(endpoint.params || endpoint.query || endpoint.body ? (['request-invalid'] as const) : []),
  ...keyProblems(endpoint),
  ...(endpoint.access === 'public' ? [] : (['token-missing', 'token-invalid', 'token-expired'] as const)),
  ...(endpoint.access === 'account' || isPermission(endpoint.access) ? (['account-missing'] as const) : []),
  ...(isPermission(endpoint.access) ? (['role-missing'] as const) : []),
  ...(endpoint.freshSignIn ? (['sign-in-too-old'] as const) : []),
  'rate-limited' as const,
  'unavailable' as const,
]

function problemAnswers(endpoint: Endpoint): Json {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of [...commonProblems(endpoint), ...endpoint.problems]) {
    const status = problems[code][0]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `${code}: ${problems[code][1]}`).join('. '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

const idempotencyParameter = (endpoint: Endpoint): Json[] =>
  endpoint.method === 'POST'
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: endpoint.idempotencyKey === 'required',
          description:
            'Repeating a request with the same key has one effect; the answer is kept for 24 hours.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      ]
    : []

function operationOf(endpoint: Endpoint, components: Json): Json {
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace('/v1', '').replaceAll(/[^a-zA-Z]+(\w)?/g, (_, letter: string = '') => letter.toUpperCase())}`,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2]],
    security: endpoint.access === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    ...(anyScopeOf(endpoint) && { 'x-scope': anyScopeOf(endpoint) }),
    parameters: [
      ...parametersOf(endpoint.params, 'path', components),
      ...parametersOf(endpoint.query, 'query', components),
      ...idempotencyParameter(endpoint),
    ],
    ...(endpoint.bytes
      ? {
          requestBody: {
            required: true,
            content: {
              'application/octet-stream': {
                schema: { type: 'string', format: 'binary', maxLength: endpoint.bytes },
              },
            },
          },
        }
      : {}),
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'input', components) } },
          },
        }
      : {}),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Done',
        content: endpoint.contentType
          ? { [endpoint.contentType]: { schema: bytesOf(endpoint.contentType) } }
          : { 'application/json': { schema: schemaOf(endpoint.response, 'output', components) } },
      },
      ...problemAnswers(endpoint),
    },
  }
}

const bytesOf = (contentType: string): Json =>
  contentType.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' }

/** Returns the whole contract as OpenAPI 3.1. */
export function openApi(endpoints: readonly Endpoint[], siteName = 'Sitwell'): Json {
  const paths: Record<string, Json> = {}
  const schemas: Json = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${siteName} API`,
      version: '1',
      description: 'Find and book pet sitters. Fields are only ever added within v1.',
    },
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b, 'en'))),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'The ID token of a sign-in, or an API key (swk_…), which reaches only the operations whose x-scope it was given. Scopes that begin with “site.” are those of keys of the site, which act as no person.',
        },
      },
      schemas: {
        ...Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => a.localeCompare(b, 'en'))),
        Problem: {
          type: 'object',
          description: 'RFC 9457',
          required: ['type', 'code', 'title', 'status'],
          properties: {
            type: { type: 'string' },
            code: { enum: Object.keys(problems) },
            title: { type: 'string' },
            status: { type: 'integer' },
            detail: { type: 'string' },
            requestId: { type: 'string' },
            errors: {
              type: 'array',
              items: {
                type: 'object',
                properties: { path: { type: 'string' }, message: { type: 'string' } },
                required: ['path', 'message'],
              },
            },
          },
        },
      },
    },
  }
}
