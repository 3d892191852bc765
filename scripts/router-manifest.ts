import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const server = new URL('../build/server/', import.meta.url).pathname

/** The file of all routes that this build's pages ask for: the server's bundle names it, and those of earlier builds lie beside it. */
export function routerManifest(): string {
  for (const name of globSync('**/*.js', { cwd: server })) {
    const found = /assets\/manifest-[\w-]+\.js/.exec(readFileSync(join(server, name), 'utf8'))
    if (found) return `/${found[0]}`
  }
  throw new Error('The server’s bundle names no manifest of routes')
}
