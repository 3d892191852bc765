import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ColourName } from '#contract/palette.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { problemOf } from '#server/kernel/db/errors.ts'
import type { Site } from '#server/kernel/deps.ts'
import { headingFont } from '#server/kernel/drawing/headings.ts'
import { logUnavailable, sendProblem } from '#server/kernel/http/web-server.ts'

const retrySeconds = 3

type Look = Pick<Site, 'palette' | 'properties'>

type Refusal = { title: string; text: string; seconds: number }

const refusals: Partial<Record<ProblemCode, (retryAfterSeconds: number | undefined) => Refusal>> = {
  unavailable: () => ({
    title: 'One moment, please',
    text: `A lot is going on here just now. This page tries again by itself in ${retrySeconds} seconds; nothing you saved is lost.`,
    seconds: retrySeconds,
  }),
  'rate-limited': (seconds = 60) => ({
    title: 'Too many requests',
    text: `More pages were asked for from your network within a minute than we can show. This page tries again by itself in ${seconds} seconds; nothing you saved is lost.`,
    seconds,
  }),
}

/** Needs no further request to an overloaded server: no script, no style sheet, no database. */
const refusalPage = (site: Look, { title, text, seconds }: Refusal): string => {
  const { palette } = site
  const themed = (colour: ColourName) => `light-dark(${palette[colour].join()})`
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${seconds}">
<title>${title}</title>
<style>:root{color-scheme:light dark}body{font:1.125rem/1.6 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.25rem;background:${themed('paper')};color:${themed('ink')}}h1{font:600 2rem/1.2 ${headingFont(site)}}a{color:${themed('green')}}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<p><a href="">Try again now</a></p>
</main>
</body>
</html>
`
}

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Sends a problem. A person who opens a page of a server that refuses it for now gets a short page that retries by
 * itself; other clients get the problem document.
 */
export const sendPageProblem =
  (site: Look) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const problem = problemOf(error)
    const refusal = problem && refusals[problem.code]?.(problem.retryAfterSeconds)
    if (!refusal || request.method !== 'GET' || !request.headers.accept?.includes('text/html'))
      return sendProblem(error, request, reply)
    logUnavailable(error, problem, request)
    return reply
      .status(problem.status)
      .headers({
        'retry-after': refusal.seconds,
        'cache-control': 'private, no-store',
        'content-security-policy': policy,
      })
      .type('text/html; charset=utf-8')
      .send(refusalPage(site, refusal))
  }
