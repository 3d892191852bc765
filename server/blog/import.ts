import { readdir, readFile } from 'node:fs/promises'

export type TextFile = { slug: string; source: string }

const content = new URL('../../content/', import.meta.url)

/** Reads the texts of a folder of `content`, with their file names as slugs. */
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
