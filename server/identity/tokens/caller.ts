import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#server/identity/deps.ts'
import type { IdentityOptions } from '#server/identity/options.ts'
import { newSecret } from '#server/identity/tokens/secret.ts'
import { netOf } from '#server/kernel/http/net.ts'
import { isFromThisComputer } from '#server/kernel/http/this-computer.ts'

const cookieName = ({ secureCookies }: IdentityOptions) => (secureCookies ? '__Host-idd' : 'idd')
const cookieDays = 400

/** Returns the origin of a request. Browsers are recognised by the headers that only they send. */
export function callerOf(request: FastifyRequest, options: IdentityOptions): Caller {
  const { headers, ip } = request
  const cookie =
    new RegExp(`(?:^|;\\s*)${cookieName(options)}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1] ??
    null
  const keepsCookies = cookie !== null || headers['sec-fetch-site'] !== undefined
  return {
    ip,
    net: netOf(ip),
    isHere: isFromThisComputer(request),
    userAgent: (headers['user-agent'] ?? '').slice(0, 200),
    device: cookie,
    bindTo: keepsCookies ? (cookie ?? newSecret()) : null,
  }
}

/** Sets the cookie that the browser's sessions are bound to, or renews the one it has. */
export function keepDevice(reply: FastifyReply, { bindTo }: Caller, options: IdentityOptions): void {
  if (bindTo === null) return
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${cookieDays * 86_400}${options.secureCookies ? '; Secure' : ''}`
  void reply.header('set-cookie', `${cookieName(options)}=${bindTo}; ${attributes}`)
}
