import { promises } from 'node:dns'
import { codeOf } from '#server/kernel/error-facts.ts'

/** Returns the TXT records of a name, each as one text; none if there is no such name. */
export type ReadTxt = (name: string) => Promise<string[]>

/** Reads with the name servers of this machine, or with these. */
export function txtReader(servers?: readonly string[]): ReadTxt {
  const resolver = new promises.Resolver({ timeout: 3_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      if (['ENOTFOUND', 'ENODATA'].includes(codeOf(error))) return []
      throw new Error(`The name servers did not answer about ${name}: ${codeOf(error)}`, { cause: error })
    }
  }
}
