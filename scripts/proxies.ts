import { existsSync } from 'node:fs'
import { installPackages } from './packages.ts'

const programs = { nginx: '/usr/sbin/nginx', haproxy: '/usr/sbin/haproxy' } as const

/** Returns the paths of a real nginx and HAProxy, installing them if they are missing. */
export function ensureProxies(): typeof programs {
  const missing = () => Object.entries(programs).filter(([, path]) => !existsSync(path))
  if (missing().length > 0) installPackages(...missing().map(([name]) => name))
  const [absent] = missing()
  if (absent) throw new Error(`The tests behind proxies need ${absent[0]}. Install it as ${absent[1]}.`)
  return programs
}
