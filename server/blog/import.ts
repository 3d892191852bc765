import { readdir, readFile } from 'node:fs/promises'

export type TextFile = { slug: string; source: string }

const content = new URL('../../content/', import.meta.url)

/** The texts of a folder of `content`, by the name of their file. */
export async function readTexts(folder: string): Promise<TextFile[]> {
  const at = new URL(`${folder}/`, content)
  const names = (await readdir(at)).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    names.map(async (name) => ({
      slug: name.slice(0, -'.md'.length),
      source: await readFile(new URL(name, at), 'utf8'),
    })),
  )
}
