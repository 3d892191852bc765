import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#server/identity/deps.ts'
import type { IdentityOptions } from '#server/identity/options.ts'
import { newSecret } from '#server/identity/tokens/secret.ts'
import { netOf } from '#server/kernel/http/net.ts'
import { isFromThisComputer } from '#server/kernel/http/this-computer.ts'

const cookieName = ({ secureCookies }: IdentityOptions) => (secureCookies ? '__Host-idd' : 'idd')
const cookieDays = 400
/** The form of a value made by `newSecret`. */
const devicePattern = /^[\w-]{43}$/

/** Returns the origin of a request. Browsers are recognised by the headers that only they send. */
export function callerOf(request: FastifyRequest, options: IdentityOptions): Caller {
  const { headers, ip } = request
  const sent = parseCookie(headers.cookie ?? '')[cookieName(options)]
  const device = sent && devicePattern.test(sent) ? sent : null
  const keepsCookies = device !== null || headers['sec-fetch-site'] !== undefined
  return {
    ip,
    net: netOf(ip),
    isLocal: isFromThisComputer(request),
    userAgent: (headers['user-agent'] ?? '').slice(0, 200),
    device,
    bindTo: keepsCookies ? (device ?? newSecret()) : null,
  }
}

/** Sets the cookie that the browser's sessions are bound to, or renews the one it has. */
export function setDeviceCookie(reply: FastifyReply, { bindTo }: Caller, options: IdentityOptions): void {
  if (bindTo === null) return
  const cookie = stringifySetCookie({
    name: cookieName(options),
    value: bindTo,
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    maxAge: cookieDays * 86_400,
    secure: options.secureCookies,
  })
  void reply.header('set-cookie', cookie)
}
