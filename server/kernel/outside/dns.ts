import { promises } from 'node:dns'
import { codeOf } from '#server/kernel/error-facts.ts'

/** Questions to name servers. A name that does not exist has no answers; throws if no server answers. */
export type Dns = {
  /** Each TXT record as one text. */
  readTxt: (name: string) => Promise<string[]>
  readAddresses: (name: string, family: 4 | 6) => Promise<string[]>
  /** The names of the servers that take mails. */
  readMx: (name: string) => Promise<string[]>
}

/** Reads with the name servers of this machine, or with these. */
export function openDns(servers?: readonly string[]): Dns {
  const resolver = new promises.Resolver({ timeout: 3_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  const ask = async <T>(name: string, answers: Promise<T[]>): Promise<T[]> => {
    try {
      return await answers
    } catch (error) {
      if (['ENOTFOUND', 'ENODATA'].includes(codeOf(error))) return []
      throw new Error(`The name servers did not answer about ${name}: ${codeOf(error)}`, { cause: error })
    }
  }
  return {
    readTxt: async (name) => (await ask(name, resolver.resolveTxt(name))).map((parts) => parts.join('')),
    readAddresses: (name, family) =>
      ask(name, family === 4 ? resolver.resolve4(name) : resolver.resolve6(name)),
    readMx: async (name) => (await ask(name, resolver.resolveMx(name))).map(({ exchange }) => exchange),
  }
}
