import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const server = new URL('../build/server/', import.meta.url).pathname

/**
 * Returns the path of the file with the route manifest of this build. It is named in the server bundle; the folder also
 * contains those of earlier builds.
 */
export function routerManifest(): string {
  for (const name of globSync('**/*.js', { cwd: server })) {
    const found = /assets\/start-[0-9a-f]{8}\.js/.exec(readFileSync(join(server, name), 'utf8'))
    if (found) return `/${found[0]}`
  }
  throw new Error('The server’s bundle names no file with the manifest of routes')
}
