import type { Endpoint } from '#contract/endpoint.ts'
import type { ColourName } from '#contract/palette.ts'
import { problems, type ProblemCode } from '#contract/problem.ts'
import type { Site } from '#server/kernel/deps.ts'

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

type Look = Pick<Site, 'name' | 'palette'>

function frame({ palette }: Look, title: string, body: string): string {
  const themed = (colour: ColourName) => `light-dark(${palette[colour].join()})`
  return `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(title)}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.55 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:2rem 1rem;background:${themed('paper')};color:${themed('ink')}}a{color:${themed('green')}}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.5rem .75rem .5rem 0;border-bottom:1px solid ${themed('line')};vertical-align:top;overflow-wrap:anywhere}code{font-size:.9em}</style>
<main>${body}</main></html>`
}

const row = (endpoint: Endpoint) =>
  `<tr><td><code>${endpoint.method}</code></td><td><code>${escape(endpoint.path)}</code><br>${escape(endpoint.summary)}</td><td>${endpoint.access}</td><td>${endpoint.problems.map((code) => `<a href="/problems/${code}">${code}</a>`).join(', ')}</td></tr>`

/** Renders `/v1/docs`, with every operation on one page. */
export const docsPage = (endpoints: readonly Endpoint[], site: Look): string =>
  frame(
    site,
    `${site.name} API`,
    `<h1>${escape(site.name)} API</h1><p>JSON under <code>/v1</code>. The whole description is <a href="/v1/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<table><thead><tr><th>Method</th><th>Call</th><th>Who</th><th>Refusals</th></tr></thead><tbody>${endpoints.map(row).join('')}</tbody></table>`,
  )

/** Renders `/problems/<code>`, which explains a problem, from its page in `docs/problems`. */
export const problemPage = (code: ProblemCode, html: string, site: Look): string =>
  frame(
    site,
    problems[code][1],
    `<p><code>${problems[code][0]}</code></p>${html}<p><a href="/v1/docs">All calls</a></p>`,
  )
