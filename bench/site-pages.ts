/** Returns the paths of the home page, the search, the first sitter there, and the first post of a running site. */
export async function publicPathsOf(url: string): Promise<string[]> {
  const first = async (path: string, pattern: RegExp) => {
    const found = pattern.exec(await (await fetch(url + path)).text())?.[1]
    if (!found) throw new Error(`${path} links to no such page. Start the site with the demo town.`)
    return found
  }
  const sitter = await first('/sitters', /href="(\/sitters\/[0-9a-f-]{36})/)
  const post = await first('/blog', /href="(\/blog\/[a-z0-9-]+)"/)
  return ['/', '/sitters', sitter, post]
}
